// A look that is shared with others: who is there, who leads, and where everybody looks. No rule is known here.

import { api, type Look, type Tryable } from '../lib/api'
import { announce } from '../lib/say.svelte'
import { ensure, session, socket } from '../lib/session.svelte'
import type { LookListener } from '../lib/socket'
import { t, words } from '../lib/words.svelte'
import type { Done, Fork, Looker, LookPlace, LookState, Move, Refused, Remark, Reply, Scored } from '../wire'
import { spotAt } from './pointing'
import { Replay } from './replay.svelte'

const POINTED_MS = 5_000 // how long one sees where somebody points
const LEAD_MS = 250 // so often at most the others are told where we are

/** A place on the board that somebody points at. */
export interface Pointer {
  readonly n: number
  readonly who: Looker
  readonly spot: string
}

const same = (one: LookPlace, other: LookPlace): boolean =>
  one.at === other.at &&
  one.branch === other.branch &&
  one.seat === other.seat &&
  one.open === other.open &&
  one.hide === other.hide

const keyOf = (move: object): string => JSON.stringify(Object.entries(move).sort())

export class Together implements LookListener {
  now: LookState | null = $state.raw(null)
  chat: readonly Remark[] = $state.raw([])
  pointers: readonly Pointer[] = $state.raw([])
  /** Why there is nothing to hear of it, in words. */
  over = $state('')
  /** Do we see what the leader sees? */
  following = $state(true)
  /** Are we about to point at something? */
  pointing = $state(false)
  /** Does the leader want to try moves? */
  trying = $state(false)
  /** For whom, where several may move; null if nobody was chosen. */
  mover: number | null = $state(null)
  /** What may be tried where we are. */
  offer: (Tryable & { readonly at: number; readonly branch: boolean; readonly rev: number }) | null = $state.raw(null)
  /** Why something was not done, in words. */
  note = $state('')
  /** Is the branch shown, and not the game? */
  onBranch = $state(false)
  /** What was said while nobody here could read it. */
  unread = $state(0)
  /** The moves that were tried, as a game of their own. */
  branch: Replay | null = $state.raw(null)

  private game: Replay | null = null
  private reading = false
  private rev = 0
  private coming: Promise<Replay | null> = Promise.resolve(null)
  private moving = 0
  private count = 0
  private waits: ReturnType<typeof setTimeout> | undefined

  constructor(readonly id: string) {}

  async open(): Promise<void> {
    try {
      await ensure()
      socket.join(this.id, this)
    } catch (error) {
      this.over = error instanceof Error ? error.message : String(error)
    }
  }

  close(): void {
    clearTimeout(this.waits)
    socket.quit(this.id)
  }

  get me(): string {
    return session.me?.id ?? ''
  }

  get leads(): boolean {
    return this.now !== null && this.now.leads === this.me
  }

  get leader(): Looker | undefined {
    return this.now?.people.find((one) => one.user === this.now?.leads)
  }

  get fork(): Fork | null {
    return this.now?.fork ?? null
  }

  /** The replay that is shown: the game, or what was tried. */
  shown(game: Replay): Replay {
    return this.onBranch && this.branch ? this.branch : game
  }

  // What we hear

  entered(reply: Reply): void {
    if (reply.type !== 'refused' || reply.code === 'stopping') return // the house comes back, and so do we
    if (reply.code === 'too_fast') setTimeout(() => socket.join(this.id, this), Number(reply.facts.seconds) * 1_000)
    else this.end(reply.code, reply.words)
  }

  hear(message: Parameters<LookListener['hear']>[0]): void {
    if (message.type === 'look') this.change(message)
    else if (message.type === 'look_ended') this.end(message.why, t(`table.${message.why}`))
    else if (message.type === 'remarked') this.listen(message.remark)
    else this.look(message.user, message.spot)
  }

  private change(now: LookState): void {
    const before = this.now
    if (now.chat) this.chat = now.chat
    this.now = now
    this.over = ''
    if (before) this.tell(before, now)
    const mine = now.leads === this.me
    if (!mine) this.trying = false
    if (!mine || before?.leads !== this.me) {
      if (mine) this.following = true // whoever takes over goes on where everybody is
      if (this.following) void this.follow()
    }
    void this.learn()
  }

  /** What has changed, for those who listen. */
  private tell(before: LookState, now: LookState): void {
    const others = (state: LookState): readonly Looker[] =>
      state.people.filter((one) => one.user !== this.me && one.here)
    const [was, is] = [others(before), others(now)]
    for (const one of is)
      if (!was.some(({ user }) => user === one.user)) announce(t('web.look.came', { name: one.name }))
    for (const one of was)
      if (!is.some(({ user }) => user === one.user)) announce(t('web.look.went', { name: one.name }))
    if (before.leads !== now.leads)
      announce(this.leads ? t('web.look.you_lead') : t('web.look.leads', { name: this.leader?.name ?? '' }))
  }

  private listen(remark: Remark): void {
    this.chat = [...this.chat, remark]
    if (this.reading) return // the list itself is read out
    this.unread += 1
    const phrase = remark.phrase && words().has(`phrase.${remark.phrase}`) ? t(`phrase.${remark.phrase}`) : ''
    announce(`${remark.name}: ${remark.text ?? phrase}`)
  }

  /** Is what is said in sight? */
  reads(on: boolean): void {
    this.reading = on
    if (on) this.unread = 0
  }

  private look(user: string, spot: string): void {
    const who = this.now?.people.find((one) => one.user === user)
    if (!who) return
    const pointer = { n: (this.count += 1), who, spot }
    this.pointers = [...this.pointers.filter((one) => one.who.user !== user), pointer]
    setTimeout(() => (this.pointers = this.pointers.filter((one) => one.n !== pointer.n)), POINTED_MS)
  }

  private end(why: string, words: string): void {
    this.over = why === 'no_look' && this.now ? t('web.look.ended') : words // whoever was there knows that it was
    this.now = null
    this.trying = this.pointing = this.onBranch = false
    this.offer = null
    this.pointers = []
  }

  // Where we look

  /** The game that we look at; from now on it goes where the leader goes. */
  attach(game: Replay): void {
    this.game = game
    void this.follow()
  }

  /** Go where the leader is, and stay there. */
  follow = async (): Promise<void> => {
    this.following = true
    this.moving += 1
    try {
      const place = this.now?.place
      if (!place || !this.game) return
      const shown = place.branch ? await this.learn() : this.game
      if (!shown || this.now?.place !== place) return
      const { at, seat, open, hide } = place
      const before = shown.at
      if (shown.seat !== seat || shown.open !== open || shown.hide !== hide) await shown.look({ seat, open, hide })
      if (shown.at !== before) {
        this.following = this.leads // who has gone on meanwhile is not pulled back
        return
      }
      await shown.go(at)
      if (this.following) this.onBranch = place.branch
    } finally {
      this.moving -= 1
    }
  }

  /** The branch as it is now; until it has come, the one before is shown. */
  private learn(): Promise<Replay | null> {
    const fork = this.fork
    if (fork && this.game && fork.rev !== this.rev) {
      this.rev = fork.rev
      this.coming = this.fetch(fork)
    }
    return this.coming
  }

  private async fetch(fork: Fork): Promise<Replay | null> {
    const { seat, open, hide } = this.now?.place ?? { seat: 0, open: false, hide: false }
    const stays = this.onBranch && !this.following // whoever looks around is not moved
    const at = stays && this.branch ? this.branch.at : fork.at + fork.moves
    const next = new Replay((look: Look) => api.branch(this.id, look), { at, seat, open, hide })
    await next.begin()
    if (this.rev === fork.rev && !next.trouble) this.branch = next
    return this.branch
  }

  /** We are here, by a step of our own or because we follow: whoever leads takes the others along. */
  moved(shown: Replay): void {
    const there = this.now?.place
    if (!there || this.moving || !shown.about || shown.seat === null) return
    const here = { ...shown.place, seat: shown.seat, branch: shown === this.branch }
    if (same(here, there)) return
    if (!this.leads) this.following = false
    else if (this.waits === undefined) {
      this.lead(here)
      this.waits = setTimeout(() => {
        this.waits = undefined
        if (this.game) this.moved(this.shown(this.game))
      }, LEAD_MS)
    }
  }

  private lead(place: LookPlace): void {
    if (this.now) this.now = { ...this.now, place }
    void socket.say({ type: 'lead', look: this.id, place }).then((reply) => this.noted(reply))
  }

  /** From the game to what was tried, or back to where that left the game. */
  turn = (): void => {
    const fork = this.fork
    if (!fork || !this.game) return
    this.trying = false
    if (this.onBranch) {
      void this.game.go(Math.min(this.branch?.at ?? fork.at, fork.at))
      this.onBranch = false
    } else if (this.branch) this.onBranch = true
  }

  // What we do

  /** Single keys, for as long as the board needs none itself. */
  keys(): Record<string, () => void> {
    return {
      p: () => this.pointHere(),
      f: () => void this.follow(),
      g: this.turn,
      t: () => this.toggleTrying(),
    }
  }

  toggleTrying(): void {
    this.trying = this.leads && !this.trying
    this.mover = null
    this.note = ''
  }

  /** Whatever has the focus on the board; if nothing has, the next thing that is touched. */
  private pointHere(): void {
    const spot = document.activeElement ? spotAt(document.activeElement) : null
    if (spot) this.point(spot)
    else this.pointing = !this.pointing
  }

  /** Enough of pointing; or of trying, unless something is held; or of the branch. */
  stop(board: Element | undefined): void {
    if (this.pointing) this.pointing = false
    else if (this.trying) this.trying = board?.querySelector('[aria-pressed=true]') !== null
    else if (this.onBranch) this.turn()
  }

  handOver = (to: string): void => {
    void socket.say({ type: 'hand_over', look: this.id, person: to }).then((reply) => this.noted(reply))
  }

  point = (spot: string): void => {
    void socket.say({ type: 'point', look: this.id, spot }).then((reply) => this.noted(reply))
  }

  say = async (what: { text: string } | { phrase: string }): Promise<Reply> => {
    const reply = await socket.say({ type: 'remark', look: this.id, ...what })
    this.noted(reply)
    return reply
  }

  /** What may be done where the leader is, if it is to be tried. */
  async prepare(shown: Replay): Promise<void> {
    const [at, branch, rev, seat] = [shown.at, shown === this.branch, this.rev, this.mover]
    try {
      const offer = await api.tryable(this.id, { at, seat, branch })
      if (shown.at === at && this.rev === rev && this.mover === seat) this.offer = { ...offer, at, branch, rev }
    } catch (error) {
      this.trying = false
      this.note = error instanceof Error ? error.message : String(error)
    }
  }

  /** What is offered here and now. */
  offered(shown: Replay): Tryable | null {
    const { offer } = this
    const here = offer?.at === shown.at && offer.branch === (shown === this.branch) && offer.rev === this.rev
    return this.trying && here ? offer : null
  }

  play = async (move: Move, seat: number | null = this.offer?.seat ?? null): Promise<Done | Refused> => {
    const reply = (await socket.say({ type: 'try', look: this.id, seat, move })) as Done | Refused
    this.noted(reply)
    if (reply.type === 'done') await this.follow()
    return reply
  }

  /** What an offered move would bring was told with it. */
  ask = (move: Move): Promise<Scored | Refused> => {
    const at = this.offer?.moment.offers.findIndex((offer) => keyOf(offer) === keyOf(move)) ?? -1
    const points = this.offer?.gains[at] ?? 0
    return Promise.resolve({ type: 'scored', id: '', table: '', n: 0, points, why: [] })
  }

  private noted(reply: Reply): void {
    this.note = reply.type === 'refused' ? reply.words : ''
    if (this.note) announce(this.note)
  }
}
