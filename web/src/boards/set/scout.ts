// The board of Scout, and the words for what happens there.

export { default } from './Scout.svelte'
export { aloud, implied, joins, tell } from './tell'
export { default as Picture } from './Picture.svelte'
export { default as Told } from './Told.svelte'
export { default as Summary } from './Summary.svelte'
