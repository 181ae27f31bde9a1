// Another tab, as far as the outbox can tell: a worker has a separate database connection, separate locks and a separate channel. The test
// sends it commands, and responds as its server.
import * as v from 'valibot'
import type { ScanAnswer } from '#contract/scan.ts'
import type { Client } from '#src/api/client.ts'
import { createSender, type SendOutcome } from '#src/outbox/sender.ts'
import { type AddOutcome, createOutbox } from '#src/outbox/outbox.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'

/** Messages from the test to the tab. */
export type Order =
  | { kind: 'open'; database: string; memberId: string }
  | { kind: 'add'; turn: number; code: string }
  | { kind: 'flush'; turn: number }
  | { kind: 'answer'; turn: number; answer: ScanAnswer }

/** Messages from the tab to the test. */
export type News =
  | { kind: 'ready' | 'changed' }
  | { kind: 'added'; turn: number; outcome: AddOutcome }
  | { kind: 'flushed'; turn: number; outcome: SendOutcome }
  | { kind: 'call'; turn: number; key: string }

const waiting = new Map<number, (answer: ScanAnswer) => void>()
let calls = 0

function tell(news: News): void {
  postMessage(news)
}

const client: Client = {
  call: async (target, _request, options = {}) => {
    const turn = ++calls
    const answer = await new Promise<ScanAnswer>((resolve) => {
      waiting.set(turn, resolve)
      tell({ kind: 'call', turn, key: options.idempotencyKey ?? '' })
    })
    return { ok: true, data: v.parse(target.answer, answer) }
  },
}

function openTab(database: string, memberId: string) {
  const outbox = createOutbox({ store: openDurableStore(database) })
  const readCredentials = () => Promise.resolve({ memberId, token: 'token' })
  outbox.subscribe(() => tell({ kind: 'changed' }))
  return { memberId, outbox, sender: createSender({ outbox, client, readCredentials }) }
}

let tab: ReturnType<typeof openTab> | undefined

async function obey(order: Order): Promise<void> {
  if (order.kind === 'open') tab = openTab(order.database, order.memberId)
  if (!tab) return
  const { outbox, sender, memberId } = tab
  switch (order.kind) {
    case 'open':
      tell({ kind: 'ready' })
      break
    case 'add':
      tell({ kind: 'added', turn: order.turn, outcome: await outbox.add({ memberId, code: order.code }) })
      break
    case 'flush':
      tell({ kind: 'flushed', turn: order.turn, outcome: await sender.send() })
      break
    case 'answer':
      waiting.get(order.turn)?.(order.answer)
      break
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void obey(data))
