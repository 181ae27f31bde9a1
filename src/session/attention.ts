import type { ApiError, Result } from '#src/api/errors.ts'
import { createListeners } from '#src/platform/listeners.ts'

/** The server's words for a membership that is no longer valid (specification section 8). */
const attentionMessages = new Set(['inactive_account', 'attention_required'])

const listeners = createListeners()

/** Calls `listener` when an answer says that the membership is no longer valid. Returns an unsubscribe function. */
export function watchAttentionNeeded(listener: () => void): () => void {
  return listeners.add(listener)
}

/** Whether an error says that the membership is no longer valid: a popup tells the person, whichever call it was. */
export function needsAttention(error: ApiError): boolean {
  return error.kind === 'http' && error.status === 403 && attentionMessages.has(error.message)
}

/** Tells the listeners if this is such an answer. */
export function announceAttention(answer: Result<unknown>): void {
  if (!answer.ok && needsAttention(answer.error)) listeners.notify()
}
