/**
 * Gives the turn to send to one at a time, across tabs and worker. `work` learns from `held()` whether it still has the turn;
 * where not, it stops at the next safe point. `busy`: somebody else is sending.
 */
export type SenderLock = <T>(
  work: (held: () => boolean) => Promise<T>,
) => Promise<{ kind: 'done'; value: T } | { kind: 'busy' }>

export interface SenderLockSettings {
  /** Of the lock. */
  name: string
  /** Hears whenever the one whose turn it is has got somewhere. */
  subscribe: (listener: () => void) => () => void
  /** After how many milliseconds without a word from the holder its turn is taken away. */
  silenceMs?: number
  /** How many milliseconds to wait for the turn at most. */
  patienceMs?: number
  locks?: () => LockManager | undefined
}

/** A call takes 8 s at most and its outcome is written down at once: a holder that is silent for longer than this is not sending. */
const usualSilence = 20_000
const usualPatience = 60_000

/**
 * SenderLock by an exclusive Web Lock.
 *
 * Who finds the lock taken queues for it, so that a scan that was added just as the holder looked for the last time is not
 * left behind. Who has waited for long while the holder got on gives up as `busy`: the holder will look again and see
 * everything. A holder that is silent is frozen, or gone without its lock (older Safari keeps the lock of a page that was left
 * or reloaded): its turn is taken over.
 *
 * Where there are no Web Locks, everybody may send. That costs needless calls and nothing else: rows change by compare and set,
 * and the server answers the same scan the same again.
 */
export function createSenderLock({
  name,
  subscribe,
  silenceMs = usualSilence,
  patienceMs = usualPatience,
  locks = () => globalThis.navigator?.locks,
}: SenderLockSettings): SenderLock {
  return async (work) => {
    const manager = locks()
    if (!manager) return { kind: 'done', value: await work(() => true) }
    const queue = joinQueue({ subscribe, silenceMs, patienceMs })
    const turn = await takeTurn({ manager, name, options: { signal: queue.signal } }, (held) => {
      queue.leave()
      return work(held)
    })
    queue.leave()
    if (turn) return turn
    if (queue.gaveUp() !== 'silence') return { kind: 'busy' }
    return (await takeTurn({ manager, name, options: { steal: true } }, work)) ?? { kind: 'busy' }
  }
}

interface Place {
  manager: LockManager
  name: string
  options: LockOptions
}

/** Works while holding the lock; null where it could not be had. */
async function takeTurn<T>({ manager, name, options }: Place, work: (held: () => boolean) => Promise<T>) {
  const turn: { held: boolean; working?: Promise<T> } = { held: true }
  try {
    await manager.request(name, options, () => (turn.working = work(() => turn.held)))
  } catch {
    // Given up in the queue, or taken over at work, which then comes to its end by itself.
    turn.held = false
  }
  return turn.working ? { kind: 'done' as const, value: await turn.working } : null
}

/** Waits in the queue for the lock, until it is left or given up. */
function joinQueue({
  subscribe,
  silenceMs,
  patienceMs,
}: Required<Pick<SenderLockSettings, 'subscribe' | 'silenceMs' | 'patienceMs'>>) {
  const controller = new AbortController()
  let reason: 'silence' | 'patience' | null = null
  const giveUp = (why: 'silence' | 'patience') => {
    reason ??= why
    controller.abort()
  }
  const patience = setTimeout(giveUp, patienceMs, 'patience')
  let silence = setTimeout(giveUp, silenceMs, 'silence')
  const unsubscribe = subscribe(() => {
    clearTimeout(silence)
    silence = setTimeout(giveUp, silenceMs, 'silence')
  })
  return {
    signal: controller.signal,
    gaveUp: () => reason,
    leave() {
      clearTimeout(patience)
      clearTimeout(silence)
      unsubscribe()
    },
  }
}
