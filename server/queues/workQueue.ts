/** Runs work when it is its turn. Rejects with the queue's own error when too much waits already. */
export type WorkQueue = <T>(work: () => Promise<T>) => Promise<T>

/**
 * A queue for work that takes much memory or time, so that a burst of it takes neither all memory nor all threads.
 *
 * @param limits.running how many run at once
 * @param limits.waiting how many wait at most
 * @param fullError makes the error for whoever comes when the queue is full
 */
export function createWorkQueue(limits: { running: number; waiting: number }, fullError: () => Error): WorkQueue {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= limits.running) {
      if (waiting.length >= limits.waiting) throw fullError()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running += 1
    }
    try {
      return await work()
    } finally {
      // A turn passes on directly, so that nobody gets in between.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
