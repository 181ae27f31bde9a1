import { createListeners } from '#src/platform/listeners.ts'
import type { NoticeTone } from '#src/ui/states/Notice.tsx'

/** A message over the page, which disappears after a while; one of tone danger stays until it is closed. */
export interface Toast {
  title: string
  body?: string
  tone?: NoticeTone
  /** What can be done about it, for so long; pressed, the message goes. */
  action?: { label: string; forMs: number; onPress: () => void }
}

const listeners = createListeners()
let waiting: readonly Toast[] = []

/**
 * Shows a message over the page, from anywhere, for results that need no response; at most, they can be undone. The
 * text is already translated.
 */
export function showToast(toast: Toast): void {
  waiting = [...waiting, toast]
  listeners.notify()
}

/** Takes the messages that are not shown yet out of the queue; the caller shows them. */
export function takeToasts(): readonly Toast[] {
  const taken = waiting
  waiting = []
  return taken
}

/** Whether the queue has messages. */
export function hasPendingToasts(): boolean {
  return waiting.length > 0
}

/** Calls `listener` for each new message. Returns an unsubscribe function. */
export function subscribeToasts(listener: () => void): () => void {
  return listeners.add(listener)
}
