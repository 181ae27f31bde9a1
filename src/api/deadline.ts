/** Why a call was aborted before its answer was complete. */
type AbortReason = 'timeout' | 'aborted'

/** The deadline of a call, and the one place where it is aborted. */
export interface Deadline {
  signal: AbortSignal
  /** Aborts the call; the first reason counts. */
  abort: (reason: AbortReason) => void
  /** Why the call was aborted, or null. */
  abortReason: () => AbortReason | null
  /** Clears the timer once the call is over. */
  clear: () => void
}

/**
 * Starts the deadline of one call.
 *
 * @param timeoutMs milliseconds until the call is aborted
 * @param outer the caller's own signal
 */
export function startDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let reason: AbortReason | null = null
  const abort = (why: AbortReason) => {
    reason ??= why
    controller.abort()
  }
  const onAbort = () => abort('aborted')
  const timer = setTimeout(() => abort('timeout'), timeoutMs)
  if (outer?.aborted) abort('aborted')
  outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    abort,
    abortReason: () => reason,
    clear() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}
