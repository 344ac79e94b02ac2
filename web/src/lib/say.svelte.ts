// What screen readers are told as it happens: politely, one after the other.

class Speech {
  said = $state('')
}

export const speech = new Speech()

/** Say something aloud to those who listen instead of looking. */
export function announce(text: string): void {
  // The same words twice would go unheard: a thin space makes them new.
  speech.said = speech.said === text ? `${text}\u2009` : text
}
