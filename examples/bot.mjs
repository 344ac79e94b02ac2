// A bot in another language, with nothing but Node: node examples/bot.mjs http://localhost:7777 sep
// Node 22 has a WebSocket of its own; Node 20 wants to be asked: node --experimental-websocket examples/bot.mjs …
const [server, game = 'sep'] = process.argv.slice(2)
const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds))

async function http(path, body, token) {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(server + path, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!answer.ok) throw new Error(await answer.text())
  return answer.json()
}

const { token } = await http('/api/tokens', {}) // a guest, and a token that speaks for it
const { id: table } = await http('/api/tables', { game, seats: [{ who: 'me' }, { who: 'bot', bot: 'random' }] }, token)
const socket = new WebSocket(`${server.replace('http', 'ws')}/ws`, { headers: { authorization: `Bearer ${token}` } })

const open = new Map() // what was sent and is not answered yet
let number = 0
let seat = null
let thinking = Promise.resolve()

function ask(message) {
  const id = `b${++number}`
  return new Promise((answered) => {
    open.set(id, answered)
    socket.send(JSON.stringify({ ...message, id }))
  })
}

// Any move that is offered; who is too fast waits as long as it is told, and sends the same again.
async function turn(moment) {
  const moves = moment.offers.filter((offer) => offer.type)
  const move = moves[Math.floor(Math.random() * moves.length)]
  if (!move) return
  let answer = await ask({ type: 'play', table, move, rev: moment.rev })
  while (answer.code === 'too_fast') {
    await wait(answer.facts.seconds)
    answer = await ask({ type: 'play', table, move, rev: moment.rev })
  }
  if (answer.type === 'refused' && answer.code !== 'stale') throw new Error(answer.words)
}

socket.onopen = () => ask({ type: 'watch', table, have: null })
socket.onclose = ({ code }) => process.exit(code === 1000 ? 0 : 1)
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data)
  if (open.has(message.id)) {
    open.get(message.id)(message)
    open.delete(message.id)
    return
  }
  if (message.type === 'table') seat = message.seat
  const moment = message.moment
  if (!moment) return
  if (moment.outcome) {
    console.log(moment.outcome)
    socket.close(1000)
  } else if (moment.to_move.includes(seat)) {
    thinking = thinking.then(() => turn(moment))
  }
}
