import { createWorkQueue } from '#server/queues/workQueue.ts'

/** More passwords are to be hashed than this machine can hash in time. */
export class TooManyPasswords extends Error {
  override readonly name = 'TooManyPasswords'
}

/**
 * Runs the hashing of a password when it is its turn. Two run at once: each takes 32 MiB, and a core for more than a
 * tenth of a second. 50 wait: about five seconds of work. A longer queue would answer after its visitors have left.
 *
 * @throws TooManyPasswords when too many wait already
 */
export const inHashingQueue = createWorkQueue(
  { running: 2, waiting: 50 },
  () => new TooManyPasswords('Too many passwords are waiting to be hashed'),
)
