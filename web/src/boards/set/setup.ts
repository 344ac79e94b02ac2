// The board of SetUp, and the words for what happens there.

export { default } from './SetUp.svelte'
export { aloud, implied, joins, tell } from './tell'
export { default as Picture } from './Picture.svelte'
export { default as Told } from './Told.svelte'
