// A review as the server tells it, made up for tests.

import type { Decision, Estimate, Valued } from '../lib/api'
import type { Move } from '../wire'

const about = (value: number, error = 0.01): Estimate => ({ value, error })

function decision(number: number, lost: number, label: Decision['label'] = null): Decision {
  const [played, best] = [
    { n: number, better: false },
    { n: number, better: lost > 0 },
  ] as unknown as [Move, Move]
  return {
    ...{ number, seat: number % 2, choices: 4, played, best, line: [best], label, as_good: [] },
    ...{ value: about(0.6 - lost), best_value: about(0.6), lost: about(lost), gained: about(0) },
  }
}

export const VALUED: Valued = {
  ...{ kind: 'valued', game: 'x', unit: 'share', version: '', seed: '', playouts: 100 },
  curve: [0.5, 0.55, 0.45, 0.45, 0.7, 0.4, 1].map((value, at) => about(value, at === 6 ? 0 : 0.02)),
  decisions: [decision(1, 0), decision(2, 0.07, 'mistake'), decision(3, 0.02), decision(5, 0.3, 'missed_win')],
  costliest: [5, 2, 3],
  luck: {
    ...{ start: 0.5, draws: about(0.21), hidden: about(-0.04) },
    ...{ skill: [about(-0.03), about(-0.36)], ended: 0, result: 1 },
  },
}
