// What is wrong with how a board stands on the page now: what is cut off, covered or too small to hit; and how large its pieces are.
(spec) => {
  const table = document.querySelector('main .table')
  const board = document.querySelector('main .table .board')
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }
  const meet = (a, b) => ({
    left: Math.max(a.left, b.left),
    top: Math.max(a.top, b.top),
    right: Math.min(a.right, b.right),
    bottom: Math.min(a.bottom, b.bottom),
  })
  const boxOf = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect()
    return { left, top, right, bottom }
  }
  const shrunk = (box, by) => ({ left: box.left + by, top: box.top + by, right: box.right - by, bottom: box.bottom - by })
  const within = (box, frame, slack) =>
    box.left >= frame.left - slack && box.top >= frame.top - slack && box.right <= frame.right + slack && box.bottom <= frame.bottom + slack
  const named = (one) => {
    const words = (one.getAttribute?.('aria-label') ?? one.textContent ?? '').trim().replace(/\s+/g, ' ').slice(0, 28)
    return `${one.tagName.toLowerCase()}${one.classList?.length ? '.' + [...one.classList].filter((name) => !name.startsWith('svelte')).join('.') : ''} “${words}”`
  }
  const seen = (one) => {
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    const box = one.getBoundingClientRect()
    return box.width > 1.5 && box.height > 1.5 && !one.closest('.hidden') && !one.closest('[popover]:not(:popover-open)')
  }

  /** The part of the page in which something can be seen: lists beside the board may be scrolled, the board may not. */
  const frameOf = (one) => {
    let frame = whole
    for (let up = one.parentElement; up && up !== document.documentElement; up = up.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(up)
      const scrolls = !board.contains(up) && /auto|scroll/.test(overflowX + overflowY)
      if (scrolls) return null
      if (overflowX !== 'visible' || overflowY !== 'visible') frame = meet(frame, boxOf(up))
    }
    return frame
  }

  const faults = []
  const items = []
  const pieces = new Set(board.querySelectorAll(spec.pieces))
  const layered = (one) => spec.layered && one.closest(spec.layered) // meant to lie one on the other

  const walker = document.createTreeWalker(table, NodeFilter.SHOW_TEXT, (node) =>
    node.textContent.trim() && !node.parentElement.closest('svg') && seen(node.parentElement) ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_REJECT,
  )
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const range = document.createRange()
    range.selectNodeContents(node)
    const parent = node.parentElement
    const frame = frameOf(parent)
    const lines = [...range.getClientRects()].filter((line) => line.width > 1)
    for (const line of lines) {
      const { left, right, top, bottom, height } = line
      const ink = { left, right, top: top + height * 0.2, bottom: bottom - height * 0.2 }
      if (frame && !within(ink, meet(frame, boxOf(parent.closest('p, b, span, button, li, td, a, div') ?? parent)), 2)) {
        const short = parent.closest(spec.short)
        if (!short && !parent.closest(spec.pans)) faults.push(`cut off: ${named(parent)}`)
        break
      }
      items.push({ one: parent, box: shrunk(frame ? meet(ink, frame) : ink, 0.5), text: true, frame })
    }
  }

  for (const one of table.querySelectorAll(spec.short)) {
    if (one.checkVisibility({ visibilityProperty: true }) && one.textContent.trim() && one.clientWidth < Math.min(24, one.scrollWidth))
      faults.push(`squeezed: ${named(one)}`)
  }

  const THINGS = 'button, a, input, select, summary, [role=img], [data-at]'
  for (const one of table.querySelectorAll(THINGS)) {
    if (!seen(one) || one.closest('svg') || one.parentElement.closest(THINGS)) continue
    const box = boxOf(one)
    const frame = frameOf(one)
    if (frame && !within(box, frame, 1.5) && !one.closest(spec.pans)) faults.push(`outside: ${named(one)}`)
    items.push({ one, box: shrunk(frame ? meet(box, frame) : box, 2), text: false, frame })
    const pressed = one.matches('button, a, input, select, summary')
    const held = [...pieces].some((piece) => one.contains(piece) || one.parentElement === piece.parentElement) // round it, or over it
    if (pressed && !pieces.has(one) && !held && !one.matches('p a')) {
      const [wide, high] = [box.right - box.left, box.bottom - box.top]
      const side = one.matches('[data-card]') ? Math.max(wide, high) : Math.min(wide, high) // a card has its own shape
      if (side < 43.5) faults.push(`small: ${named(one)} ${Math.round(wide)}×${Math.round(high)}`)
    }
  }

  for (const [at, a] of items.entries()) {
    for (const b of items.slice(at + 1)) {
      const both = meet(a.box, b.box)
      if (both.right <= both.left || both.bottom <= both.top) continue
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue
      const [inA, inB] = [a.one.closest('button'), b.one.closest('button')]
      if (inA && inA === inB) continue
      if (a.text && b.text && a.one.parentElement === b.one.parentElement && getComputedStyle(a.one).display === 'inline') continue
      if (layered(a.one) && layered(b.one)) continue
      if (a.frame === null || b.frame === null) continue // in a list that scrolls
      faults.push(`overlap: ${named(a.one)} and ${named(b.one)}`)
    }
  }

  const room = document.querySelector(spec.room)
  const size = (one) => {
    const box = one.getBoundingClientRect()
    return [box.width, box.height]
  }
  const shown = [...pieces].filter(seen)
  return {
    faults: [...new Set(faults)],
    tall: document.documentElement.scrollHeight - innerHeight,
    wide: document.documentElement.scrollWidth - innerWidth,
    pieces: shown.map(size),
    board: size(board),
    room: room ? size(room) : [0, 0],
  }
}
