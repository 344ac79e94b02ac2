// Put into a page before its own scripts: what is drawn after every number, when it was painted, and what was said.
;(() => {
  const spy = { drawn: {}, painted: {}, heard: {}, told: {}, read: [], presses: [], sent: [], got: [], held: null }
  window.spy = spy
  const clock = () => performance.timeOrigin + performance.now() // the same for all pages of a machine

  class Overheard extends WebSocket {
    send(text) {
      spy.sent.push(text)
      if (spy.held && JSON.parse(text).type === 'play') spy.held.push(() => super.send(text))
      else super.send(text)
    }
    set onmessage(hear) {
      super.onmessage = (event) => {
        spy.got.push(event.data)
        const message = JSON.parse(event.data)
        const heard = clock()
        hear(event)
        if (message.type === 'event' || message.type === 'table') void Promise.resolve().then(() => note(message, heard))
      }
    }
  }
  window.WebSocket = Overheard

  spy.hold = () => (spy.held = [])
  spy.release = () => {
    const held = spy.held ?? []
    spy.held = null
    for (const send of held) send()
  }

  function note({ n, event, moment }, heard) {
    spy.n = n
    spy.heard[n] = [heard, clock()]
    spy.drawn[n] = spy.table()
    spy.read.push(document.querySelector('.set-board .news')?.textContent.replace(/\s/g, ' ') ?? '')
    spy.told[n] = { event: event?.type ?? 'table', last: moment?.view?.last ?? [] }
    requestAnimationFrame(() => (spy.painted[n] = clock()))
  }

  /** The table as it is drawn: cards by their places, scores, and who has called. */
  spy.table = () => {
    const cards = document.querySelector('.set-board .cards')
    const slots = []
    for (const slot of cards?.querySelectorAll('.slot') ?? []) {
      slots[Number(slot.dataset.slot)] = slot.querySelector('[data-card]')?.dataset.card ?? ''
    }
    const seats = [...document.querySelectorAll('.set-board .seats li')]
    return {
      slots,
      scores: seats.map((seat) => seat.querySelector('.score').textContent.replace('−', '-')),
      active: seats.findIndex((seat) => seat.classList.contains('active')),
      shown: document.querySelectorAll('.set-board .foot .mini svg').length,
    }
  }

  /** All that a player may press now. */
  spy.offers = () => ({
    ...spy.table(),
    hand: [...document.querySelectorAll('.set-board .hand [data-card]')].map((card) => card.dataset.card),
    pressable: [...document.querySelectorAll('.set-board [data-card][aria-disabled=false]')].map((card) => card.dataset.card),
    pointed: document.querySelector('.set-board .card.pointed[data-card]')?.dataset.card ?? '',
    marked: [...document.querySelectorAll('.set-board .card:is(.mark0, .mark1, .mark2, .mark3)')].map((card) => card.dataset.card),
    chosen: [...document.querySelectorAll('.set-board .card.chosen[data-card]')].map((card) => card.dataset.card),
    dock: [...document.querySelectorAll('.set-board .dock-area button:not(:disabled)')].map((button) => button.innerText),
    main: [...document.querySelectorAll('.set-board .dock-area button.main:not(:disabled)')].map((button) => button.innerText),
    news: document.querySelector('.set-board .news')?.innerText ?? '',
    over: document.querySelector('.turn .result') !== null,
    n: spy.n,
  })

  spy.middle = (selector) => {
    const wanted = document.querySelector(selector)
    const box = wanted?.getBoundingClientRect()
    if (!box) return null
    const at = [box.x + box.width / 2, box.y + box.height / 2]
    return wanted.contains(document.elementFromPoint(...at)) ? at : null // nobody presses what a window lies over
  }

  const down = (card) =>
    document
      .querySelector(`.set-board [data-card="${card}"]`)
      ?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, button: 0, isPrimary: true }))

  const key = (card) => {
    const printed = document.querySelector(`.set-board [data-card="${card}"] kbd`)?.textContent
    if (printed) window.dispatchEvent(new KeyboardEvent('keydown', { code: `${/\d/.test(printed) ? 'Digit' : 'Key'}${printed}`, cancelable: true }))
  }

  /** Press these cards in one go, at this time, with a finger or with keys. */
  spy.pressAt = (cards, at, keys) => setTimeout(() => cards.forEach(keys ? key : down), Math.max(0, at - clock()))
  spy.clock = clock

  addEventListener(
    'pointerdown',
    (event) => {
      const card = event.target.closest?.('[data-card]')
      if (!card || !event.isTrusted) return
      new MutationObserver((_, watcher) => {
        watcher.disconnect()
        const changed = performance.now() - event.timeStamp
        requestAnimationFrame(() => spy.presses.push({ changed, painted: performance.now() - event.timeStamp }))
      }).observe(card, { attributes: true, attributeFilter: ['class'] })
    },
    true,
  )
})()
