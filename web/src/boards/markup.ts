// A face as a piece of SVG, for pictures that are made without a browser: it is drawn when the app is built, never in a page.

import type { Component } from 'svelte'
import { render } from 'svelte/server'

/** The faces of a family by their names. */
export type Faces = Record<string, string>

/** What a component draws, without what Svelte or a style sheet would need in a page. */
export function markup(face: Component<never>, props: object): string {
  const { body } = render(face as Component<object>, { props })
  return body
    .replace(/<!--.*?-->/g, '')
    .replace(/ class="[^"]*"/g, '')
    .replace(/>\s+</g, '><')
    .trim()
}

/** What stands inside an <svg>. */
export const inner = (svg: string): string => svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '')
