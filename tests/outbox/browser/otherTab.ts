import type { ScanAnswer } from '#contract/scan/scan.ts'
import type { SendOutcome } from '#src/outbox/sender.ts'
import type { AddOutcome } from '#src/outbox/outbox.ts'
import type { Report, Order } from './tabWorker.ts'

/** A call that a tab makes, as the test's server sees it. */
export interface TabCall {
  tab: OtherTab
  key: string
  answer: (answer: ScanAnswer) => void
}

/** Another tab on the same device. */
export class OtherTab {
  /** The number of change notifications that it received. */
  changes = 0
  readonly #worker = new Worker(new URL('./tabWorker.ts', import.meta.url), { type: 'module' })
  readonly #settling = new Map<number, (outcome: AddOutcome | SendOutcome) => void>()
  readonly #ready = Promise.withResolvers<void>()
  readonly #onCall: (call: TabCall) => void
  #lastCallId = 0

  constructor(onCall: (call: TabCall) => void) {
    this.#onCall = onCall
    this.#worker.addEventListener('message', ({ data }: MessageEvent<Report>) => this.#receive(data))
    this.#worker.addEventListener('error', ({ message }) => this.#ready.reject(new Error(message)))
  }

  async open(database: string, memberId: string): Promise<void> {
    this.#post({ kind: 'open', database, memberId })
    await this.#ready.promise
  }

  add(code: string): Promise<unknown> {
    return this.#ask((callId) => ({ kind: 'add', callId, code }))
  }

  flush(): Promise<unknown> {
    return this.#ask((callId) => ({ kind: 'flush', callId }))
  }

  /** Terminates it at once, whatever it is doing. */
  kill(): void {
    this.#worker.terminate()
  }

  #ask(order: (callId: number) => Order): Promise<unknown> {
    const callId = ++this.#lastCallId
    return new Promise((resolve) => {
      this.#settling.set(callId, resolve)
      this.#post(order(callId))
    })
  }

  #post(order: Order): void {
    this.#worker.postMessage(order, [])
  }

  #receive(report: Report): void {
    switch (report.kind) {
      case 'ready':
        this.#ready.resolve()
        break
      case 'changed':
        this.changes += 1
        break
      case 'added':
      case 'flushed':
        this.#settling.get(report.callId)?.(report.outcome)
        break
      case 'call':
        this.#onCall({
          tab: this,
          key: report.key,
          answer: (answer) => this.#post({ kind: 'answer', callId: report.callId, answer }),
        })
        break
    }
  }
}
