// A game of the size of SEP on boardgame.io, for bench/server.py: cards are drawn and laid on six stacks.
const { Server, FlatFile } = require('boardgame.io/server');
const { PlayerView } = require('boardgame.io/core');

const cards = [];
for (const suit of 'CDHS') for (const value of 'A23456789T') cards.push(value + suit);

const game = {
  name: 'stacks',
  setup: ({ random }) => {
    const deck = random.Shuffle(cards);
    return {
      circle: [0, 1, 2, 3, 4, 5].map(() => [deck.pop()]),
      tokens: [0, 0],
      discard: [],
      players: { 0: { hand: deck.splice(0, 2) }, 1: { hand: deck.splice(0, 2) } },
      secret: { deck },
    };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    place: ({ G, playerID, random }, card, slot) => {
      const hand = G.players[playerID].hand;
      if (!hand.includes(card) || slot < 0 || slot > 5) return 'INVALID_MOVE';
      hand.splice(hand.indexOf(card), 1);
      G.circle[slot].push(card);
      if (G.circle[slot].length > 4) G.discard.push(...G.circle[slot].splice(0, 4));
      if (!G.secret.deck.length) G.secret.deck = random.Shuffle(G.discard.splice(0));
      if (G.secret.deck.length) hand.push(G.secret.deck.pop());
      if (G.circle[slot].length === 3) G.tokens[playerID] += 1;
    },
  },
};

const folder = process.argv[2];
const server = Server({ games: [game], origins: [/localhost/], ...(folder ? { db: new FlatFile({ dir: folder }) } : {}) });
server.run({ port: 0, callback: () => {} }).then(({ appServer }) => {
  console.log(`ready ${appServer.address().port}`);
});
