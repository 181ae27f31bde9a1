import type { Scheduler } from 'fast-check'
import * as v from 'valibot'
import { scanTicket, verifyTicket } from '#contract/scan/scan.ts'
import { redeem } from '#contract/spending/redemption.ts'
import type { Client } from '#src/api/client.ts'
import type { Clock } from '#src/outbox/clock.ts'
import type { RenewalOutcome } from '#src/session/renewal.ts'
import { keyedCalls } from '#src/outbox/keyedCalls.ts'
import { createSender, type SendOutcome } from '#src/outbox/sender.ts'
import { createOutbox, type Outbox } from '#src/outbox/outbox.ts'
import type { Credentials } from '#src/session/record.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'
import { openSending, type Sending } from '#src/outbox/page/sending.ts'
import { createTokenRecovery } from '#src/outbox/page/tokenRecovery.ts'
import { FakeServer, type ServerCall } from './fakeServer.ts'
import { FakeLock } from './fakeLock.ts'
import { FakeNetwork } from './fakeNetwork.ts'
import { databasesOf, killTransactions, loseMemory, newDisk, type AwaitStep } from './memoryDatabase.ts'

/** A tab or the worker: has separate memory and can be killed separately. */
export interface Tab {
  readonly name: string
  alive: boolean
  frozen: boolean
  /** Runs when it is no longer frozen. */
  readonly thawing: (() => void)[]
  readonly awaitStep: AwaitStep
  readonly outbox: Outbox
  readonly sending: Sending
  /** Its timers, by the monotonic clock. */
  timers: Timer[]
  /** Something happens in it after which sending may succeed. */
  trigger: () => void
}

interface Timer {
  at: number
  callback: () => void
}

/** How the identity provider treats a renewal. */
export type ProviderMood = 'renews' | 'refuses' | 'is away'

/** One phone, its browser and the server behind it. Every asynchronous step waits for the scheduler. */
export class SimulatedDevice {
  readonly disk = newDisk()
  readonly server = new FakeServer()
  readonly network: FakeNetwork
  readonly lock = new FakeLock<Tab>()
  readonly scheduler: Scheduler
  /** Violations of invariants; reported with the history that led there. */
  readonly violations: string[] = []
  /** What the histories have covered: a test whose histories cover nothing proves nothing. */
  readonly coverage = new Set<string>()
  session: Credentials | null = null
  provider: ProviderMood = 'renews'
  tabs: Tab[] = []
  #time = Date.parse('2024-03-01T12:00:00Z')
  #elapsed = 0
  #opened = 0
  #ids = 0
  #rolls = 0

  constructor(scheduler: Scheduler) {
    this.scheduler = scheduler
    this.network = new FakeNetwork(this.server, (label) => scheduler.schedule(Promise.resolve(), label))
  }

  readonly clock: Clock = { now: () => this.#time, elapsed: () => this.#elapsed }

  /** Lets time pass, and runs timers that are due; those of a frozen tab run later. */
  wait(milliseconds: number): void {
    this.#time += milliseconds
    this.#elapsed += milliseconds
    for (const tab of this.tabs) if (!tab.frozen) this.#runTimers(tab)
  }

  #runTimers(tab: Tab): void {
    const due = tab.timers.filter(({ at }) => at <= this.#elapsed)
    tab.timers = tab.timers.filter(({ at }) => at > this.#elapsed)
    for (const { callback } of due) callback()
  }

  /** A person sets the clock. */
  setClock(milliseconds: number): void {
    this.#time += milliseconds
  }

  signIn(memberId: string): void {
    this.session = { memberId, token: this.server.signIn(memberId) }
    for (const tab of this.tabs) if (!tab.frozen) tab.trigger()
  }

  openTab(): Tab {
    const name = `tab${++this.#opened}`
    const awaitStep: AwaitStep = async (label) => {
      await this.scheduler.schedule(Promise.resolve(), `${name} ${label}`)
      await this.#whenAwake(tab, label)
    }
    const store = openDurableStore('scans', { databases: () => databasesOf(this.disk, awaitStep) })
    // Tabs of this phone do not communicate: they share only the rows.
    const channel = { notify: () => tab.trigger(), subscribe: () => () => undefined }
    const outbox = createOutbox({ store, clock: this.clock, newId: () => this.newId(), channel })
    const sender = createSender({
      outbox,
      client: this.#clientOf(() => tab),
      endpoints: keyedCalls,
      readCredentials: async () => {
        await awaitStep('session')
        return this.session
      },
      lock: (work) => this.lock.take(tab, work),
      clock: this.clock,
      random: () => this.#roll(),
    })
    const sending = openSending({
      sender: { send: async () => this.#record(await sender.send()) },
      recovery: createTokenRecovery({
        renew: (token) => this.#renew(token, awaitStep),
        elapsed: this.clock.elapsed,
        random: () => this.#roll(),
      }),
      after: (milliseconds, callback) => this.#setTimer(tab, milliseconds, callback),
      events: (listener) => {
        tab.trigger = listener
        return () => undefined
      },
    })
    const tab: Tab = {
      name,
      alive: true,
      frozen: false,
      thawing: [],
      awaitStep,
      outbox,
      sending,
      timers: [],
      trigger: () => undefined,
    }
    this.tabs.push(tab)
    sending.start()
    return tab
  }

  #setTimer(tab: Tab, milliseconds: number, callback: () => void): () => void {
    const timer = { at: this.#elapsed + milliseconds, callback }
    tab.timers.push(timer)
    return () => (tab.timers = tab.timers.filter((other) => other !== timer))
  }

  /** The page's renewal, which all tabs share a lock for; a spent token has been replaced already. */
  async #renew(spent: string, awaitStep: AwaitStep): Promise<RenewalOutcome> {
    await awaitStep('renewal')
    if (this.session === null) return 'signed_out'
    if (this.session.token !== spent) return 'renewed'
    if (this.provider !== 'renews') return this.provider === 'refuses' ? 'refused' : 'unreachable'
    const { memberId } = this.session
    this.session = { memberId, token: this.server.signIn(memberId) }
    return 'renewed'
  }

  closeTab(tab: Tab): void {
    tab.alive = false
    this.tabs = this.tabs.filter((other) => other !== tab)
    killTransactions(this.disk, tab.awaitStep)
    this.lock.leave(tab)
  }

  /** SIGKILL; the browser's memory is lost too. */
  killBrowser(): void {
    for (const tab of this.tabs) this.closeTab(tab)
    loseMemory(this.disk)
  }

  freeze(tab: Tab): void {
    tab.frozen = true
    this.lock.freeze(tab)
  }

  thaw(tab: Tab): void {
    tab.frozen = false
    for (const go of tab.thawing.splice(0)) go()
    this.#runTimers(tab)
  }

  /** Runs up to `steps` pending steps, in an order that the scheduler chooses. */
  async run(steps: number): Promise<void> {
    await macrotask()
    for (let left = steps; left > 0 && this.scheduler.count() > 0; left--) {
      await this.scheduler.waitOne()
      await macrotask()
    }
  }

  /** A dead tab never continues, a frozen one later; its transactions still commit, but it is not notified. */
  #whenAwake(tab: Tab, label: string): Promise<void> {
    return new Promise((resolve) => {
      if (!tab.alive) return
      if (tab.frozen && label !== 'commit') tab.thawing.push(resolve)
      else resolve()
    })
  }

  #record(outcome: SendOutcome): SendOutcome {
    this.coverage.add(`sending: ${outcome.kind} ${'cause' in outcome ? outcome.cause : ''}`.trim())
    return outcome
  }

  /** The API's client as the sender sees it; separate tests cover the real one. */
  #clientOf(tabOf: () => Tab): Client {
    return {
      call: async (target, request, options = {}) => {
        const tab = tabOf()
        if (!this.lock.mayWork(tab)) this.violations.push(`${tab.name} sends out of turn`)
        const result = await this.network.call(tab.awaitStep, {
          ...askedFor(request),
          token: options.token ?? '',
          key: options.idempotencyKey ?? '',
        })
        return result.ok ? { ok: true, data: v.parse(target.answer, result.data) } : result
      },
    }
  }

  /** An id of its own, as a page makes it. */
  newId(): string {
    this.#ids += 1
    return `00000000-0000-4000-8000-${String(this.#ids).padStart(12, '0')}`
  }

  #roll(): number {
    this.#rolls = (this.#rolls * 7 + 3) % 10
    return this.#rolls / 10
  }
}

/** What a request asks for. */
function askedFor(request: unknown): Pick<ServerCall, 'route' | 'subject'> {
  const scan = v.safeParse(scanTicket.request, request)
  if (scan.success) return { route: 'scan-ticket', subject: scan.output.qrcode }
  const redemption = v.safeParse(redeem.request, request)
  if (redemption.success) return { route: 'redeem', subject: redemption.output.item_id }
  return { route: 'verify-ticket', subject: v.parse(verifyTicket.request, request).ticket_info.ticket_no }
}

/** Everything that can happen without the scheduler has happened after it. */
function macrotask(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve)
  })
}
