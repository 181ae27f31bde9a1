/**
 * Lets one tab, or the worker, at a time work. `work` asks `holdsLock()` before each step that another's work could
 * make wrong, and stops if the lock was taken over. `busy`: another holds the lock.
 */
export type ExclusiveLock = <T>(
  work: (holdsLock: () => boolean) => Promise<T>,
) => Promise<{ kind: 'done'; value: T } | { kind: 'busy' }>

export interface LockSettings {
  /** Name of the Web Lock. */
  name: string
  /** Milliseconds without a sign of its holder after which the lock is taken from it. */
  silenceMs: number
  /**
   * How often a holder gives a sign, in milliseconds; if absent, only when it gets the lock, which it then has for
   * `silenceMs`.
   */
  heartbeatMs?: number
  /** The longest time to queue for the lock, in milliseconds; if absent, until it is granted or taken over. */
  queueTimeoutMs?: number
}

/**
 * Creates a lock on an exclusive Web Lock, which a browser alone would leave to a frozen page for ever.
 *
 * Who finds the lock taken queues for it. When the holder gives no sign for `silenceMs`, it is frozen, or gone without
 * releasing (older Safari keeps the lock of a page that was left or reloaded), and its lock is stolen: a frozen page's
 * timers stand still. A holder that was only slow (timers of hidden pages may run once a minute) then stops at its next
 * step.
 */
export function createLock(settings: LockSettings): ExclusiveLock {
  const { name } = settings
  return async (work) => {
    const queue = joinQueue(settings)
    const workVisibly = (holdsLock: () => boolean) => {
      queue.leave()
      return withSigns(settings, () => work(holdsLock))
    }
    const result = await workWithLock({ name, options: { signal: queue.signal } }, workVisibly)
    queue.leave()
    if (result) return result
    if (queue.abortReason() !== 'silence') return { kind: 'busy' }
    return (await workWithLock({ name, options: { steal: true } }, workVisibly)) ?? { kind: 'busy' }
  }
}

const channelOf = ({ name }: LockSettings) => new BroadcastChannel(`${name}-heartbeat`)

/** Works, and shows that this page has the lock, and meanwhile that it is running. */
async function withSigns<T>(settings: LockSettings, work: () => Promise<T>): Promise<T> {
  const channel = channelOf(settings)
  const sign = () => channel.postMessage('running')
  sign()
  const timer = settings.heartbeatMs === undefined ? undefined : setInterval(sign, settings.heartbeatMs)
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

/** Bounds the wait for the lock: by the queue time, and by the holder's signs. */
function joinQueue(settings: LockSettings) {
  const { silenceMs, queueTimeoutMs } = settings
  const controller = new AbortController()
  const channel = channelOf(settings)
  let reason: 'silence' | 'timeout' | null = null
  const giveUp = (why: 'silence' | 'timeout') => {
    reason ??= why
    controller.abort()
  }
  const queueTimer = queueTimeoutMs === undefined ? undefined : setTimeout(giveUp, queueTimeoutMs, 'timeout')
  let silenceTimer = setTimeout(giveUp, silenceMs, 'silence')
  channel.addEventListener('message', () => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(giveUp, silenceMs, 'silence')
  })
  return {
    signal: controller.signal,
    abortReason: () => reason,
    leave() {
      channel.close()
      clearTimeout(queueTimer)
      clearTimeout(silenceTimer)
    },
  }
}
