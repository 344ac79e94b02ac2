// Fifty tables of two on boardgame.io: each player moves as soon as it is its turn. Prints how many moves were told.
const { io } = require('socket.io-client');

const [port, tables, seconds] = process.argv.slice(2).map(Number);
const server = `http://127.0.0.1:${port}`;
let moves = 0;

function play(matchID, playerID) {
  const socket = io(`${server}/stacks`, { transports: ['websocket'] });
  const act = (state) => {
    if (!state || state.ctx.currentPlayer !== playerID) return;
    const hand = state.G.players[playerID].hand;
    const args = [hand[Math.floor(Math.random() * hand.length)], Math.floor(Math.random() * 6)];
    const action = { type: 'MAKE_MOVE', payload: { type: 'place', args, playerID } };
    socket.emit('update', action, state._stateID, matchID, playerID);
  };
  socket.on('connect', () => socket.emit('sync', matchID, playerID, undefined, 2));
  socket.on('sync', (_, info) => act(info.state));
  socket.on('update', (_, state) => {
    if (state.ctx.currentPlayer === playerID) moves += 1; // the other's move has arrived
    act(state);
  });
}

async function main() {
  for (let number = 0; number < tables; number += 1) {
    for (const playerID of ['0', '1']) play(`table${number}`, playerID); // a match is made by whoever asks for it first
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const before = moves;
  console.log('go');
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  console.log(moves - before);
  process.exit(0);
}

main();
