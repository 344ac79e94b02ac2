// The board of SEPMOSA, and the words for its moves.

export { default } from './Board.svelte'
export { advise } from './advice'
export { tell } from './tell'
export { default as Picture } from './Picture.svelte'
