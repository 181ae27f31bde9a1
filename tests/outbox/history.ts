import * as v from 'valibot'
import { CallEntry } from '#src/outbox/callEntry.ts'
import { isFinal, isInProgress, ScanEntry } from '#src/outbox/entry.ts'
import { isDone } from '#src/outbox/keyedCalls.ts'
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
  /** Members who have said that a visitor's scan is theirs, by its id. */
  readonly claims = new Map<string, Set<string>>()
  /** Redemptions that the app has taken, by their keys: whose, and of what. */
  readonly asked = new Map<string, { memberId: string; reward: string }>()
  /** Those of which the member was told, or is being told. */
  readonly pendingTellings = new Set<string>()
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

  /** A member says that a visitor's scan is theirs, which confirms it, and any scan of theirs of the same code. */
  claim(row: ScanEntry, memberId: string): void {
    this.claims.set(row.id, (this.claims.get(row.id) ?? new Set<string>()).add(memberId))
    this.confirmed.add(row.id)
    this.show(row)
  }

  /** Whether a member has confirmed a code by saying that a visitor's scan of it is theirs. */
  #isClaimed(memberId: string, code: string | undefined): boolean {
    return [...this.claims].some(([id, members]) => this.shown.get(id)?.code === code && members.has(memberId))
  }

  /** The rows of a scan: its own, or those of the same code of members who have claimed it, which stand for it. */
  #rowsOf(id: string, rows: readonly ScanEntry[]): ScanEntry[] {
    const own = rows.filter((row) => row.id === id)
    const members = this.claims.get(id)
    if (own.length > 0 || members === undefined) return own
    return rows.filter((row) => members.has(row.memberId) && row.code === this.shown.get(id)?.code)
  }

  /** Whether the scan of the same code that stands for a claimed one was taken out, or corrupted. */
  #isTakenOut(id: string): boolean {
    const members = this.claims.get(id)
    const code = this.shown.get(id)?.code
    // One that was a visitor's, too, is theirs who have claimed it.
    const isTheirs = (other: string, memberId: string) =>
      [memberId, ...(this.claims.get(other) ?? [])].some((one) => members?.has(one))
    return [...this.shown].some(
      ([other, shown]) =>
        shown.code === code &&
        isTheirs(other, shown.memberId) &&
        (shown.pendingRemovals > 0 || this.spoiled.has(other)),
    )
  }

  /**
   * Whether a scan that the server refuses is replaced by a visitor's of the same code, which its member has claimed:
   * that one is there, or was taken out.
   */
  #isReplaced(id: string, rows: readonly ScanEntry[]): boolean {
    const shown = this.shown.get(id)
    if (shown === undefined || (codes[shown.code]?.refused ?? null) === null) return false
    return [...this.claims].some(([other, members]) => {
      const claimed = this.shown.get(other)
      const isGone = this.spoiled.has(other) || (claimed?.pendingRemovals ?? 0) > 0
      return (
        claimed?.code === shown.code &&
        members.has(shown.memberId) &&
        (isGone || rows.some((row) => row.id === other && row.memberId === shown.memberId))
      )
    })
  }

  /** Whether the scan itself, or what stands for it, is there, or was taken out. */
  #isAccountedFor(id: string, rows: readonly ScanEntry[]): boolean {
    return this.#rowsOf(id, rows).length > 0 || this.#isTakenOut(id) || this.#isReplaced(id, rows)
  }

  /** The app has taken a redemption, or names the one that it has already. */
  ask({ id, memberId: owner, code }: CallEntry, memberId: string, reward: string): void {
    if (owner !== memberId || code !== `redeem ${reward}`) this.#wrong(`${reward} was taken as something else`)
    // A frozen tab may say of one that has been told since that it was taken.
    const isTold = this.pendingTellings.has(id)
    const others = [...this.asked].filter(
      ([key, call]) => !isTold && key !== id && call.memberId === memberId && call.reward === reward,
    )
    for (const [key] of others)
      if (!this.pendingTellings.has(key)) this.#wrong(`${reward} is redeemed anew before ${key} is told`)
    this.asked.set(id, { memberId, reward })
  }

  /** Every readable call, of all members. */
  calls(): CallEntry[] {
    const parsed = [...this.#device.disk.rows.values()].map((row) => v.safeParse(CallEntry, row))
    return parsed.flatMap((row) => (row.success ? [row.output] : []))
  }

  /** Every readable scan, of all members. */
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
      // A tab that was frozen while it wrote the row has repeated that since.
      this.spoiled.delete(row.id)
    }
    for (const id of this.owed())
      if (!this.#isAccountedFor(id, rows)) this.#wrong(`scan ${id} was shown as saved and is lost`)
    for (const id of this.spoiled) if (!this.#device.disk.rows.has(id)) this.#wrong(`spoiled row ${id} was deleted`)
    const scans = rows.map(({ memberId, code }) => `${memberId} ${code}`)
    this.#checkCalls()
    if (new Set(scans).size < scans.length) this.#wrong('one code stands twice among the scans of one member')
    if (this.#device.violations.length > 0) throw new Error(this.#device.violations.join('; '))
  }

  /** Throws if a scan has no final state. */
  checkDrained(): void {
    this.check()
    for (const call of this.calls()) if (call.state !== 'answered') throw new Error(`call ${call.id} has no answer`)
    const rows = this.rows()
    for (const id of this.owed()) {
      const [row] = this.#rowsOf(id, rows)
      if (!row && this.#isAccountedFor(id, rows)) continue
      if (!row || !isFinal(row)) throw new Error(`scan ${id} is still ${row?.state ?? 'missing'} on a healed device`)
    }
  }

  /** Every redemption that was taken is there until it is told, once, and says what the server has done. */
  #checkCalls(): void {
    const calls = this.calls()
    const keys = new Set(calls.map(({ id }) => id))
    for (const key of this.asked.keys())
      if (!keys.has(key) && !this.pendingTellings.has(key)) this.#wrong(`redemption ${key} was taken and is lost`)
    const subjects = calls.map(({ memberId, code }) => `${memberId} ${code}`)
    if (new Set(subjects).size < subjects.length) this.#wrong('one reward stands twice among the calls of one member')
    for (const call of calls) {
      this.#device.coverage.add(`call: ${call.state} ${isDone(call)}`)
      const done = this.#device.server.redemptions.has(call.id)
      if (call.state === 'answered' && isDone(call) !== done)
        this.#wrong(`${call.id} says ${isDone(call)}: it is ${done}`)
    }
  }

  /** The device's state of a scan matches the server's response. */
  #judgeRow(row: ScanEntry): void {
    const { server } = this.#device
    const claim = server.claims.get(ticketOf(row.code).ticket_no)
    const settled = row.state === 'credited' || row.state === 'pending'
    if (this.promised.has(row.id) && !row.confirmed && isInProgress(row))
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
    const row = [...this.rows(), ...this.calls()].find(({ id }) => id === key)
    const owner = this.shown.get(key)?.memberId ?? this.asked.get(key)?.memberId ?? row?.memberId
    const isTheirs = memberId === owner || (memberId !== null && this.claims.get(key)?.has(memberId) === true)
    if (memberId && owner && !isTheirs) this.#wrong(`${route} ${key} of ${owner} was sent as ${memberId}`)
    if (route !== 'verify-ticket' || !memberId) return
    if (!server.hasFound(memberId, key)) this.#wrong(`${key} was verified before it was found`)
    const code = server.keys.get(key)
    if (!this.confirmed.has(key) && !this.#isClaimed(memberId, code))
      this.#wrong(`${key} was verified before it was confirmed`)
    if (code && ticketOf(code).ticket_no !== subject) this.#wrong(`${key} claimed ${subject} for ${code}`)
  }

  #wrong(what: string): void {
    this.#device.violations.push(what)
  }
}
