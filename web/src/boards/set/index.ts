// The board of SET, SET quick and SET solo, and the words for what happens there.

export { default } from './Board.svelte'
export { aloud, implied, joins, tell } from './tell'
export { default as Picture } from './Picture.svelte'
export { default as Told } from './Told.svelte'
export { default as Summary } from './Summary.svelte'
