import * as v from 'valibot'
import { type ScanAnswer, verifyTicket } from '#contract/scan/scan.ts'
import type { CallOptions, Client } from '#src/api/client.ts'
import type { Result } from '#src/api/errors.ts'
import type { ScanEntry } from '#src/outbox/entry.ts'
import { keyedCalls } from '#src/outbox/keyedCalls.ts'
import { createSender, createSendersLock, type Sender, type SenderSettings } from '#src/outbox/sender.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { Credentials } from '#src/session/record.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import type { ExclusiveLock } from '#src/storage/exclusiveLock.ts'
import { ticketOf } from './fakeServer.ts'
import { databasesOf, newDisk } from './memoryDatabase.ts'

export const minute = 60_000
export const day = 24 * 60 * minute

/** A call as the server's side of a test sees it. */
export interface Seen {
  path: string
  request: unknown
  options: CallOptions
}
export type Answer = (seen: Seen) => Result<ScanAnswer> | Promise<Result<ScanAnswer>>

/** A server without faults: it finds every code, and gives points for every ticket. */
export const healthy: Answer = ({ path, request }) => ({
  ok: true,
  data: {
    status: path === 'scan-ticket' ? 'found' : 'success',
    ticket_info: ticketOf(path === 'scan-ticket' ? codeOf(request) : claimedCodeOf(request)),
  },
})

export const unreachable: Answer = () => ({ ok: false, error: { kind: 'network' } })

/** A server that responds to everything with an error status, in the contract's shape. */
export function respondingWith(status: number, retryAfterMs: number | null = null): Answer {
  return () => ({ ok: false, error: { kind: 'http', status, message: '', fields: {}, inShape: true, retryAfterMs } })
}

/** A captive portal: a page with status 200. */
export const portal: Answer = () => ({
  ok: false,
  error: { kind: 'unreadable', status: 200, field: null, detail: 'no JSON, but text/html' },
})

/** A proxy whose server is not there. */
export const gateway = (status: number, retryAfterMs: number | null = null): Answer => {
  const error = { kind: 'http', status, message: '', fields: {}, inShape: false, retryAfterMs } as const
  return () => ({ ok: false, error })
}

/** The code of a call to scan-ticket; empty for another call. */
export function codeOf(request: unknown): string {
  return v.is(v.object({ qrcode: v.string() }), request) ? request.qrcode : ''
}

/** The code of the ticket that a call to verify-ticket names. */
function claimedCodeOf(request: unknown): string {
  return v.parse(verifyTicket.request, request).ticket_info.ticket_no.replace('ticket', 'code')
}

/**
 * A phone with one tab on which every operation is instant: its rows, its member, its clock, and its server's
 * responses.
 */
export class InstantDevice {
  readonly disk = newDisk()
  readonly time = { now: Date.parse('2024-03-01T12:00:00Z'), elapsed: 5 }
  session: Credentials | null = { memberId: 'ada', token: 'token-of-ada' }
  answer: Answer = healthy
  /** The number of change notifications to the tabs. */
  posts = 0
  /** Every call so far. */
  seen: Seen[] = []
  readonly outbox: Outbox
  readonly sender: Sender

  readonly #clock = { now: () => this.time.now, elapsed: () => this.time.elapsed }
  readonly #client: Client = {
    call: async (target, request, options = {}) => {
      const call = { path: target.path.replace('/api/{product}/', ''), request, options }
      this.seen.push(call)
      const result = await this.answer(call)
      return result.ok ? { ok: true, data: v.parse(target.answer, result.data) } : result
    },
  }

  constructor() {
    this.outbox = createOutbox({
      store: openDurableStore('scans', { databases: () => databasesOf(this.disk, () => Promise.resolve()) }),
      clock: this.#clock,
      channel: { notify: () => (this.posts += 1), subscribe: () => () => undefined },
    })
    this.sender = this.openSender()
  }

  /** A sender with separate memory, like that of another tab. By default all share one real lock. */
  openSender({
    random = () => 0.5,
    lock = this.#turns,
    stuckScans = 'at_first',
  }: Pick<SenderSettings, 'random' | 'lock' | 'stuckScans'> = {}): Sender {
    const readCredentials = () => Promise.resolve(this.session)
    return createSender({
      outbox: this.outbox,
      client: this.#client,
      endpoints: keyedCalls,
      readCredentials,
      lock,
      clock: this.#clock,
      random,
      stuckScans,
    })
  }

  /** Saves a code, a moment after the last one. */
  async scan(code: string, { confirmed = false, memberId = 'ada' } = {}): Promise<ScanEntry> {
    this.time.now += 1
    const outcome = await this.outbox.add({ memberId, code })
    if (!('entry' in outcome)) throw new Error(outcome.kind)
    if (confirmed) await this.outbox.confirm(memberId, outcome.entry.id)
    return outcome.entry
  }

  entryOf({ memberId, id }: ScanEntry): Promise<ScanEntry | null> {
    return this.outbox.get(memberId, id)
  }

  /** The codes sent since the last call of this function, in order; "claim" for a claim. */
  asked(): string[] {
    return this.seen.splice(0).map(({ request }) => codeOf(request) || 'claim')
  }

  pass(milliseconds: number): void {
    this.time.now += milliseconds
    this.time.elapsed += milliseconds
  }

  readonly #turns: ExclusiveLock = createSendersLock(`device-${++scenes}`)
}

let scenes = 0
