// The board of CoopSet, and the words for what happens there.

export { default } from './Coop.svelte'
export { aloud, implied, joins, tell } from './tell'
export { default as Picture } from './Picture.svelte'
export { default as Told } from './Told.svelte'
