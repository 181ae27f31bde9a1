/**
 * Lets one sender at a time work, across tabs and worker. `work` asks `holdsLock()` before each step and stops if the lock was taken
 * over. `busy`: another sender holds the lock.
 */
export type SenderLock = <T>(
  work: (holdsLock: () => boolean) => Promise<T>,
) => Promise<{ kind: 'done'; value: T } | { kind: 'busy' }>

export interface SenderLockSettings {
  /** Name of the Web Lock. */
  name: string
  /** Calls back whenever the holder has made progress. */
  subscribe: (listener: () => void) => () => void
  /** Milliseconds without progress after which the lock is taken from its holder. */
  stalledTimeoutMs?: number
  /** The longest time to queue for the lock, in milliseconds. */
  queueTimeoutMs?: number
  locks?: () => LockManager | undefined
}

/** A call takes 8 s at most and its outcome is written at once: a holder without progress for longer than this is not sending. */
const defaultStalledTimeoutMs = 20_000
const defaultQueueTimeoutMs = 60_000

/**
 * Creates a sender lock on an exclusive Web Lock.
 *
 * A sender that finds the lock taken queues for it, so that a scan added just after the holder's last look is not left behind. When the
 * queue time runs out while the holder makes progress, it gives up as `busy`: the holder looks again and sees everything. When the
 * holder makes no progress, it is frozen or gone without releasing (older Safari keeps the lock of a page that was left or reloaded),
 * and its lock is stolen.
 *
 * Without Web Locks every sender may work. That only costs unnecessary calls: rows change by compare and set, and the server answers a
 * repeated scan with the same answer.
 */
export function createSenderLock({
  name,
  subscribe,
  stalledTimeoutMs = defaultStalledTimeoutMs,
  queueTimeoutMs = defaultQueueTimeoutMs,
  locks = () => globalThis.navigator?.locks,
}: SenderLockSettings): SenderLock {
  return async (work) => {
    const manager = locks()
    if (!manager) return { kind: 'done', value: await work(() => true) }
    const queue = joinQueue({ subscribe, stalledTimeoutMs, queueTimeoutMs })
    const result = await workWithLock({ manager, name, options: { signal: queue.signal } }, (holdsLock) => {
      queue.leave()
      return work(holdsLock)
    })
    queue.leave()
    if (result) return result
    if (queue.abortReason() !== 'stalled') return { kind: 'busy' }
    return (await workWithLock({ manager, name, options: { steal: true } }, work)) ?? { kind: 'busy' }
  }
}

interface LockRequest {
  manager: LockManager
  name: string
  options: LockOptions
}

/** Works while holding the lock; null if the lock was not granted. */
async function workWithLock<T>(
  { manager, name, options }: LockRequest,
  work: (holdsLock: () => boolean) => Promise<T>,
) {
  const grant: { held: boolean; working?: Promise<T> } = { held: true }
  try {
    await manager.request(name, options, () => (grant.working = work(() => grant.held)))
  } catch {
    // Aborted in the queue, or stolen while working: the work then stops at its next step.
    grant.held = false
  }
  return grant.working ? { kind: 'done' as const, value: await grant.working } : null
}

/** Bounds the wait for the lock: by the queue time, and by the holder's progress. */
function joinQueue({
  subscribe,
  stalledTimeoutMs,
  queueTimeoutMs,
}: Required<Pick<SenderLockSettings, 'subscribe' | 'stalledTimeoutMs' | 'queueTimeoutMs'>>) {
  const controller = new AbortController()
  let reason: 'stalled' | 'timeout' | null = null
  const giveUp = (why: 'stalled' | 'timeout') => {
    reason ??= why
    controller.abort()
  }
  const queueTimer = setTimeout(giveUp, queueTimeoutMs, 'timeout')
  let stalledTimer = setTimeout(giveUp, stalledTimeoutMs, 'stalled')
  const unsubscribe = subscribe(() => {
    clearTimeout(stalledTimer)
    stalledTimer = setTimeout(giveUp, stalledTimeoutMs, 'stalled')
  })
  return {
    signal: controller.signal,
    abortReason: () => reason,
    leave() {
      clearTimeout(queueTimer)
      clearTimeout(stalledTimer)
      unsubscribe()
    },
  }
}
