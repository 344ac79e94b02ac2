// What all boards of the family share: the words for what happens, and what draws it.

export { default as Picture } from './Picture.svelte'
export { default as Quiz } from './Quiz.svelte'
export { aloud, implied, joins, tell, verdict } from './tell'
export { default as Told } from './Told.svelte'
export { findings } from './findings'
