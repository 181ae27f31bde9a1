import type { NoticeTone } from './Notice.tsx'

/** A message over the page, which disappears after a while; one of tone danger stays until it is closed. */
export interface Toast {
  title: string
  body?: string
  tone?: NoticeTone
}

const listeners = new Set<() => void>()
let waiting: readonly Toast[] = []

/** Shows a message over the page, from anywhere: for what was done and needs no answer. Words in the language in use. */
export function showToast(toast: Toast): void {
  waiting = [...waiting, toast]
  for (const listener of listeners) listener()
}

/** The messages that are not shown yet; they are the taker's to show. */
export function takeToasts(): readonly Toast[] {
  const taken = waiting
  waiting = []
  return taken
}

/** Whether messages wait to be shown. */
export function hasPendingToasts(): boolean {
  return waiting.length > 0
}

/** Calls back for each message to be shown. Returns how to stop. */
export function subscribeToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
