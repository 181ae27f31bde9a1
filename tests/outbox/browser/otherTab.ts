import type { ScanAnswer } from '#contract/scan.ts'
import type { SendOutcome } from '#src/outbox/sender.ts'
import type { AddOutcome } from '#src/outbox/outbox.ts'
import type { News, Order } from './tabWorker.ts'

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
  #turns = 0

  constructor(onCall: (call: TabCall) => void) {
    this.#onCall = onCall
    this.#worker.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data))
    this.#worker.addEventListener('error', ({ message }) => this.#ready.reject(new Error(message)))
  }

  async open(database: string, memberId: string): Promise<void> {
    this.#tell({ kind: 'open', database, memberId })
    await this.#ready.promise
  }

  add(code: string): Promise<unknown> {
    return this.#ask((turn) => ({ kind: 'add', turn, code }))
  }

  flush(): Promise<unknown> {
    return this.#ask((turn) => ({ kind: 'flush', turn }))
  }

  /** Terminates it at once, whatever it is doing. */
  kill(): void {
    this.#worker.terminate()
  }

  #ask(order: (turn: number) => Order): Promise<unknown> {
    const turn = ++this.#turns
    return new Promise((resolve) => {
      this.#settling.set(turn, resolve)
      this.#tell(order(turn))
    })
  }

  #tell(order: Order): void {
    this.#worker.postMessage(order, [])
  }

  #hear(news: News): void {
    switch (news.kind) {
      case 'ready':
        this.#ready.resolve()
        break
      case 'changed':
        this.changes += 1
        break
      case 'added':
      case 'flushed':
        this.#settling.get(news.turn)?.(news.outcome)
        break
      case 'call':
        this.#onCall({
          tab: this,
          key: news.key,
          answer: (answer) => this.#tell({ kind: 'answer', turn: news.turn, answer }),
        })
        break
    }
  }
}
