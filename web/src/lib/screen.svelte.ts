// Whether a game needs all of a small screen: then the page's own header gives way.

class Screen {
  full = $state(false)
}

export const screen = new Screen()
