// A comparison of rules: waited for, stopped, and its report fetched when it is done.

import { api, ApiError, type ComparisonState } from '../lib/api'
import { ensure } from '../lib/session.svelte'

const OFTEN_MS = 700 // how often it is asked how far it is

export class Comparing {
  told: ComparisonState | null = $state.raw(null)
  /** Why it cannot be had, in words. */
  trouble = $state('')
  /** Nobody has asked for it here, or it has had its time. */
  unknown = $state(false)
  busy = $state(false)
  private waits: ReturnType<typeof setTimeout> | undefined
  private closed = false

  constructor(readonly id: string) {}

  get going(): boolean {
    return this.told?.status === 'waiting' || this.told?.status === 'running'
  }

  begin = (): Promise<void> => this.hear(() => api.comparison(this.id))

  /** The same once more, after it failed. */
  again = (): Promise<void> =>
    this.hear(async () => {
      await ensure()
      return this.told ? api.compare(this.told.wish) : api.comparison(this.id)
    })

  async stop(): Promise<void> {
    clearTimeout(this.waits)
    this.closed = true
    await api.stopComparison(this.id).catch(() => {})
  }

  close(): void {
    this.closed = true
    clearTimeout(this.waits)
  }

  private async hear(ask: () => Promise<ComparisonState>): Promise<void> {
    clearTimeout(this.waits)
    this.busy = true
    try {
      this.told = await ask()
      this.trouble = ''
    } catch (error) {
      this.unknown = error instanceof ApiError && error.status === 404
      this.trouble = error instanceof Error ? error.message : String(error)
    } finally {
      this.busy = false
    }
    const lost = this.trouble !== '' && !this.unknown // perhaps the line is back soon
    if ((this.going || lost) && !this.closed) this.waits = setTimeout(() => void this.begin(), OFTEN_MS)
  }
}
