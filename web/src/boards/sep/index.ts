// The board of SEP and SEP solo, and the words for its moves.

export { default } from './Board.svelte'
export { advise } from './advice'
export { aloud, sameTurn, tell } from './tell'
export { default as Picture } from './Picture.svelte'
