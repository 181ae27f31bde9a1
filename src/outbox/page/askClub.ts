import { type AskedCall, type CallEntry, isUnanswered } from '#src/outbox/callEntry.ts'
import { StorageError, type StorageFault } from '#src/storage/durableStore.ts'
import { scanOutbox } from './scanOutbox.ts'
import { sendNow } from './scheduler.ts'

/** How long a page waits for an answer before it says that there is none yet, in milliseconds. */
const maxWaitMs = 15_000

/**
 * What became of a call that was asked for.
 *
 * - asked: the row under its key, answered or not; or the member's earlier one about the same, which is to be answered
 *   and told first.
 * - told: it is answered, and the member was told elsewhere.
 * - unread: it is stored and sent, but then this device's storage failed.
 * - not_stored: this device could not keep it, and nothing was sent.
 * - left: the member has left meanwhile, and nothing was stored.
 */
type Asked =
  | { kind: 'asked'; entry: CallEntry }
  | { kind: 'told' | 'left' }
  | { kind: 'unread' }
  | { kind: 'not_stored'; cause: StorageFault }

/** Makes a call with a key, by its row. */
export async function askClub(call: AskedCall): Promise<Asked> {
  const asked = await scanOutbox.ask(call)
  if (asked.kind === 'left') return asked
  if (asked.kind === 'failed') return { kind: 'not_stored', cause: asked.cause }
  try {
    const entry = await sent(asked.entry)
    return entry === undefined ? { kind: 'told' } : { kind: 'asked', entry }
  } catch (error) {
    if (error instanceof StorageError) return { kind: 'unread' }
    throw error
  }
}

/**
 * The row once it was sent after it was asked for: one that was on its way then may have met what has changed since,
 * and a connection that has just failed rests for a moment. Undefined once the row is gone.
 */
async function sent({ id, memberId, sendings }: CallEntry): Promise<CallEntry | undefined> {
  const deadline = Date.now() + maxWaitMs
  for (;;) {
    const outcome = await Promise.race([sendNow(), pause(deadline - Date.now())])
    const entry = (await scanOutbox.calls(memberId)).find((row) => row.id === id)
    if (entry === undefined || !isUnanswered(entry) || entry.sendings > sendings) return entry
    const waitMs = outcome?.kind === 'idle' ? outcome.waitMs : null
    if (waitMs === null || waitMs > deadline - Date.now()) return entry
    await pause(waitMs)
  }
}

function pause(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds)
  })
}
