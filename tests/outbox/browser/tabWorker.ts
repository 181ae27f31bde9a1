// Another tab, as far as the outbox can tell: a worker has a separate database connection, separate locks and a
// separate channel. The test sends it commands, and responds as its server.
import * as v from 'valibot'
import type { ScanAnswer } from '#contract/scan/scan.ts'
import type { Client } from '#src/api/client.ts'
import { createSender, type SendOutcome } from '#src/outbox/sender.ts'
import { type AddOutcome, createOutbox } from '#src/outbox/outbox.ts'
import { scanIndexes } from '#src/outbox/rows.ts'
import { openDurableStore } from '#src/storage/durableStore.ts'

/** Messages from the test to the tab. */
export type Order =
  | { kind: 'open'; database: string; memberId: string }
  | { kind: 'add'; callId: number; code: string }
  | { kind: 'flush'; callId: number }
  | { kind: 'answer'; callId: number; answer: ScanAnswer }

/** Messages from the tab to the test. */
export type Report =
  | { kind: 'ready' | 'changed' }
  | { kind: 'added'; callId: number; outcome: AddOutcome }
  | { kind: 'flushed'; callId: number; outcome: SendOutcome }
  | { kind: 'call'; callId: number; key: string }

const waiting = new Map<number, (answer: ScanAnswer) => void>()
let calls = 0

function post(report: Report): void {
  postMessage(report)
}

const client: Client = {
  call: async (target, _request, options = {}) => {
    const callId = ++calls
    const answer = await new Promise<ScanAnswer>((resolve) => {
      waiting.set(callId, resolve)
      post({ kind: 'call', callId, key: options.idempotencyKey ?? '' })
    })
    return { ok: true, data: v.parse(target.answer, answer) }
  },
}

function openTab(database: string, memberId: string) {
  const outbox = createOutbox({ store: openDurableStore(database, { indexes: scanIndexes }) })
  const readCredentials = () => Promise.resolve({ memberId, token: 'token' })
  outbox.subscribe(() => post({ kind: 'changed' }))
  return { memberId, outbox, sender: createSender({ outbox, client, readCredentials }) }
}

let tab: ReturnType<typeof openTab> | undefined

async function execute(order: Order): Promise<void> {
  if (order.kind === 'open') tab = openTab(order.database, order.memberId)
  if (!tab) return
  const { outbox, sender, memberId } = tab
  switch (order.kind) {
    case 'open':
      post({ kind: 'ready' })
      break
    case 'add':
      post({ kind: 'added', callId: order.callId, outcome: await outbox.add({ memberId, code: order.code }) })
      break
    case 'flush':
      post({ kind: 'flushed', callId: order.callId, outcome: await sender.send() })
      break
    case 'answer':
      waiting.get(order.callId)?.(order.answer)
      break
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => void execute(data))
