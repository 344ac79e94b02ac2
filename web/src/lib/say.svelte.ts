// What screen readers are told as it happens: politely, one after the other.

/** What is said so soon after something else is added to it: one region is read once, and nothing may be lost. */
const TOGETHER_MS = 600

class Speech {
  said = $state('')
  at = 0
}

export const speech = new Speech()

/** Say something aloud to those who listen instead of looking. */
export function announce(text: string): void {
  const now = performance.now()
  const before = now - speech.at < TOGETHER_MS ? `${speech.said} ` : ''
  speech.at = now
  // The same words twice would go unheard: a thin space makes them new.
  speech.said = !before && speech.said === text ? `${text}\u2009` : before + text
}
