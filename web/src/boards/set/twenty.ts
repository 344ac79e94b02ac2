// The board of 20/20, and the words for what happens there.

export { default } from './Twenty.svelte'
export { aloud, implied, joins, tell } from './tell'
export { default as Picture } from './Picture.svelte'
export { default as Told } from './Told.svelte'
export { default as Summary } from './Summary.svelte'
