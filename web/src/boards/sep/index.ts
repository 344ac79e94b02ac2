// The board of SEP and SEP solo, and the words for its moves.

export { default } from './Board.svelte'
export { aloud, tell } from './tell'
