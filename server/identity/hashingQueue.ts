/** Hashes at once: each takes 32 MiB, and a core for more than a tenth of a second. */
const maxRunning = 2
/** Hashes that wait: about five seconds of work. A longer queue would answer after its visitors have left. */
const maxWaiting = 50

/** More passwords are to be hashed than this machine can hash in time. */
export class TooManyPasswords extends Error {
  override readonly name = 'TooManyPasswords'
}

let running = 0
const waiting: (() => void)[] = []

/**
 * Runs the hashing of a password when it is its turn, so that a burst of sign-ins takes neither all memory nor all threads.
 *
 * @throws TooManyPasswords when too many wait already
 */
export async function inHashingQueue<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxRunning) {
    if (waiting.length >= maxWaiting) throw new TooManyPasswords('Too many passwords are waiting to be hashed')
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
