// A bot in TypeScript, with the types that are made from the server's own:
//   node examples/bot.mts http://localhost:7777 sep
// Node 24 runs it as it is; tests/server/test_describing.py has the line that compiles it for others.
import type { Choose, Message, Moment, Move, Reply, Sent } from '../web/src/wire.ts'

const [server = 'http://localhost:7777', game = 'sep'] = process.argv.slice(2)
const wait = (seconds: number): Promise<void> => new Promise((done) => setTimeout(done, 1000 * seconds))

async function http<Answer>(path: string, body: object, token?: string): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Answer
}

const { token } = await http<{ token: string }>('/api/tokens', {}) // a guest, and a token that speaks for it
const seats = [{ who: 'me' }, { who: 'bot', bot: 'random' }]
const { id: table } = await http<{ id: string }>('/api/tables', { game, seats }, token)

type Socket = new (address: string, options: object) => WebSocket // Node's takes headers, a browser's does not
const Opened = WebSocket as unknown as Socket
const socket = new Opened(`${server.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })

type Unsent = Message extends infer One ? (One extends Message ? Omit<One, 'id'> : never) : never
const open = new Map<string, (reply: Reply) => void>() // what was sent and is not answered yet
let number = 0
let seat: number | null = null
let thinking = Promise.resolve()

function ask(message: Unsent): Promise<Reply> {
  const id = `t${++number}`
  return new Promise((answered) => {
    open.set(id, answered)
    socket.send(JSON.stringify({ ...message, id }))
  })
}

const isMove = (offer: Move | Choose): offer is Move => 'type' in offer

// Any move that is offered; who is too fast waits as long as it is told, and sends the same again.
async function turn(moment: Moment): Promise<void> {
  const moves = moment.offers.filter(isMove)
  const move = moves[Math.floor(Math.random() * moves.length)]
  if (!move) return
  for (;;) {
    const answer = await ask({ type: 'play', table, move, rev: moment.rev })
    if (answer.type !== 'refused' || answer.code === 'stale') return
    if (answer.code !== 'too_fast') throw new Error(answer.words)
    await wait(Number(answer.facts['seconds']))
  }
}

socket.onopen = () => void ask({ type: 'watch', table, have: null })
socket.onclose = ({ code }) => process.exit(code === 1000 ? 0 : 1)
socket.onmessage = ({ data }) => {
  const message = JSON.parse(String(data)) as Sent
  if ('id' in message && open.has(message.id)) {
    open.get(message.id)?.(message as Reply)
    open.delete(message.id)
    return
  }
  if (message.type === 'table') seat = message.seat
  if (message.type !== 'table' && message.type !== 'event') return
  const { moment } = message
  if (!moment) return
  if (moment.outcome) {
    console.log(moment.outcome)
    socket.close(1000)
  } else if (seat !== null && moment.to_move.includes(seat)) {
    thinking = thinking.then(() => turn(moment))
  }
}
