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
  /** Milliseconds without a heartbeat after which the lock is taken from its holder. */
  stalledTimeoutMs?: number
  /** The longest time to queue for the lock, in milliseconds. */
  queueTimeoutMs?: number
}

/** How often a holder shows that it is running, in milliseconds. A frozen page shows nothing: its timers stand still. */
const heartbeatMs = 5_000
const defaultStalledTimeoutMs = 20_000
const defaultQueueTimeoutMs = 60_000

/**
 * Creates a sender lock on an exclusive Web Lock.
 *
 * A sender that finds the lock taken queues for it, so that a scan added just after the holder's last look is not left behind. When the
 * queue time runs out while the holder shows a heartbeat, it gives up as `busy`: the holder looks again and sees everything. When the
 * heartbeat stops, the holder is frozen or gone without releasing (older Safari keeps the lock of a page that was left or reloaded), and
 * its lock is stolen. A holder that was only slow (timers of hidden pages may run once a minute) then stops at its next step: that costs
 * an unnecessary call, which the server answers with the same answer.
 */
export function createSenderLock({
  name,
  stalledTimeoutMs = defaultStalledTimeoutMs,
  queueTimeoutMs = defaultQueueTimeoutMs,
}: SenderLockSettings): SenderLock {
  const heartbeat = `${name}-heartbeat`
  return async (work) => {
    const workVisibly = (holdsLock: () => boolean) => withHeartbeat(heartbeat, () => work(holdsLock))
    const queue = joinQueue({ heartbeat, stalledTimeoutMs, queueTimeoutMs })
    const result = await workWithLock({ name, options: { signal: queue.signal } }, (holdsLock) => {
      queue.leave()
      return workVisibly(holdsLock)
    })
    queue.leave()
    if (result) return result
    if (queue.abortReason() !== 'stalled') return { kind: 'busy' }
    return (await workWithLock({ name, options: { steal: true } }, workVisibly)) ?? { kind: 'busy' }
  }
}

/** Works, and shows meanwhile that this page is running. */
async function withHeartbeat<T>(channelName: string, work: () => Promise<T>): Promise<T> {
  const channel = new BroadcastChannel(channelName)
  const timer = setInterval(() => channel.postMessage('running'), heartbeatMs)
  try {
    return await work()
  } finally {
    clearInterval(timer)
    channel.close()
  }
}

interface LockRequest {
  name: string
  options: LockOptions
}

/** Works while holding the lock; null if the lock was not granted. */
async function workWithLock<T>({ name, options }: LockRequest, work: (holdsLock: () => boolean) => Promise<T>) {
  const grant: { held: boolean; working?: Promise<T> } = { held: true }
  try {
    await navigator.locks.request(name, options, () => (grant.working = work(() => grant.held)))
  } catch {
    // Aborted in the queue, or stolen while working: the work then stops at its next step.
    grant.held = false
  }
  return grant.working ? { kind: 'done' as const, value: await grant.working } : null
}

/** Bounds the wait for the lock: by the queue time, and by the holder's heartbeat. */
function joinQueue({
  heartbeat,
  stalledTimeoutMs,
  queueTimeoutMs,
}: Required<Omit<SenderLockSettings, 'name'>> & { heartbeat: string }) {
  const controller = new AbortController()
  const channel = new BroadcastChannel(heartbeat)
  let reason: 'stalled' | 'timeout' | null = null
  const giveUp = (why: 'stalled' | 'timeout') => {
    reason ??= why
    controller.abort()
  }
  const queueTimer = setTimeout(giveUp, queueTimeoutMs, 'timeout')
  let stalledTimer = setTimeout(giveUp, stalledTimeoutMs, 'stalled')
  channel.addEventListener('message', () => {
    clearTimeout(stalledTimer)
    stalledTimer = setTimeout(giveUp, stalledTimeoutMs, 'stalled')
  })
  return {
    signal: controller.signal,
    abortReason: () => reason,
    leave() {
      channel.close()
      clearTimeout(queueTimer)
      clearTimeout(stalledTimer)
    },
  }
}
