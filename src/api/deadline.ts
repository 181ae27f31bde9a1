/** Why a call was given up before its answer was complete. */
export type Ending = 'timeout' | 'aborted'

/** The time that a call has, and the one place where it is given up. */
export interface Deadline {
  signal: AbortSignal
  /** Gives the call up; the first reason stands. */
  end: (why: Ending) => void
  /** Why it was given up, null where it was not. */
  ending: () => Ending | null
  /** Stops the clock, once the call is over. */
  close: () => void
}

/**
 * Opens the time of one call.
 *
 * @param timeoutMs milliseconds until the call is given up
 * @param outer the caller's own signal
 */
export function openDeadline(timeoutMs: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController()
  let ending: Ending | null = null
  const end = (why: Ending) => {
    ending ??= why
    controller.abort()
  }
  const onAbort = () => end('aborted')
  const timer = setTimeout(() => end('timeout'), timeoutMs)
  if (outer?.aborted) end('aborted')
  outer?.addEventListener('abort', onAbort, { once: true })
  return {
    signal: controller.signal,
    end,
    ending: () => ending,
    close() {
      clearTimeout(timer)
      outer?.removeEventListener('abort', onAbort)
    },
  }
}
