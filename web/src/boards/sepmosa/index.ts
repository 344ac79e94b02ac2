// The board of SEPMOSA, and the words for its moves.

export { default } from './Board.svelte'
export { tell } from './tell'
export { default as Picture } from './Picture.svelte'
