import * as v from 'valibot'
import { isFinal, isWaiting, ScanEntry } from '#src/outbox/entry.ts'
import { codes, type ServerCall, ticketOf } from './fakeServer.ts'
import type { SimulatedDevice } from './simulatedDevice.ts'

/** A scan that the app has shown as saved. */
interface Shown {
  memberId: string
  code: string
  /** How often the member has requested its removal without a reported failure. */
  pendingRemovals: number
}

/** What people did and saw, and the invariants that must hold at every moment. */
export class History {
  readonly shown = new Map<string, Shown>()
  /** Scans whose confirmation was requested. */
  readonly confirmed = new Set<string>()
  /** Scans whose tab has been notified that they are saved: before that, it may write them once more. */
  readonly saved = new Set<string>()
  /** Scans whose confirmation was reported as done. */
  readonly promised = new Set<string>()
  /** Scans whose removal was reported as done. */
  readonly gone = new Set<string>()
  /** Rows corrupted by a broken disk. */
  readonly spoiled = new Set<string>()
  readonly #device: SimulatedDevice

  constructor(device: SimulatedDevice) {
    this.#device = device
    device.network.onArrival = (call) => this.#judgeArrival(call)
  }

  /** The app shows a scan as saved. */
  show({ id, memberId, code }: Pick<ScanEntry, 'id' | 'memberId' | 'code'>): Shown {
    const shown = this.shown.get(id) ?? { memberId, code, pendingRemovals: 0 }
    this.shown.set(id, shown)
    return shown
  }

  /** Every readable row, of all members. */
  rows(): ScanEntry[] {
    const parsed = [...this.#device.disk.rows.values()].map((row) => v.safeParse(ScanEntry, row))
    return parsed.flatMap((row) => (row.success ? [row.output] : []))
  }

  /** The scans that must still exist, or must have a final state. */
  owed(): string[] {
    return [...this.shown]
      .filter(([id, { pendingRemovals }]) => pendingRemovals === 0 && !this.spoiled.has(id))
      .map(([id]) => id)
  }

  /** Throws if an invariant is violated. */
  check(): void {
    const rows = this.rows()
    for (const row of rows) {
      this.#judgeRow(row)
      this.#device.coverage.add(`row: ${row.state}`)
      if (this.gone.has(row.id)) this.#device.coverage.add('row: brought back')
    }
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of this.owed()) if (!ids.has(id)) this.#wrong(`scan ${id} was shown as saved and is lost`)
    for (const id of this.spoiled) if (!this.#device.disk.rows.has(id)) this.#wrong(`spoiled row ${id} was deleted`)
    const scans = rows.map(({ memberId, code }) => `${memberId} ${code}`)
    if (new Set(scans).size < scans.length) this.#wrong('one code stands twice among the scans of one member')
    if (this.#device.violations.length > 0) throw new Error(this.#device.violations.join('; '))
  }

  /** Throws if a scan has no final state. */
  checkDrained(): void {
    this.check()
    const states = new Map(this.rows().map((row) => [row.id, row]))
    for (const id of this.owed()) {
      const row = states.get(id)
      if (!row || !isFinal(row)) throw new Error(`scan ${id} is still ${row?.state ?? 'missing'} on a healed device`)
    }
  }

  /** The device's state of a scan matches the server's response. */
  #judgeRow(row: ScanEntry): void {
    const { server } = this.#device
    const claim = server.claims.get(ticketOf(row.code).ticket_no)
    const settled = row.state === 'credited' || row.state === 'pending'
    if (this.promised.has(row.id) && !row.confirmed && isWaiting(row))
      this.#wrong(`${row.id} forgot that it was confirmed`)
    if (this.gone.has(row.id) && !settled) this.#wrong(`${row.id} was taken out and is back as ${row.state}`)
    switch (row.state) {
      case 'credited':
      case 'pending':
        if (claim?.memberId !== row.memberId || claim.state !== row.state) this.#wrong(`${row.id} is not ${row.state}`)
        return
      case 'refused':
        if (!claim && codes[row.code]?.refused !== row.reason) this.#wrong(`${row.id} was not refused as ${row.reason}`)
        if (claim?.memberId === row.memberId) this.#wrong(`${row.id} was refused, and the ticket is the member's own`)
        return
      case 'scanned':
        if (!server.hasFound(row.memberId, row.id)) this.#wrong(`${row.id} was never found`)
        return
      case 'captured':
      case 'stuck':
        return
    }
  }

  #judgeArrival({ route, token, key, subject }: ServerCall): void {
    const { server } = this.#device
    const memberId = server.memberOf(token)
    const row = this.rows().find(({ id }) => id === key)
    const owner = this.shown.get(key)?.memberId ?? row?.memberId
    if (memberId && owner && memberId !== owner) this.#wrong(`scan ${key} of ${owner} was sent as ${memberId}`)
    if (route === 'scan-ticket' || !memberId) return
    if (!server.hasFound(memberId, key)) this.#wrong(`${key} was verified before it was found`)
    if (!this.confirmed.has(key)) this.#wrong(`${key} was verified before it was confirmed`)
    const code = server.keys.get(key)
    if (code && ticketOf(code).ticket_no !== subject) this.#wrong(`${key} claimed ${subject} for ${code}`)
  }

  #wrong(what: string): void {
    this.#device.violations.push(what)
  }
}
