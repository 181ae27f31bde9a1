/** Tells this tab, the other tabs and the worker that something changed. */
export interface ChangeChannel {
  /** Says that something changed. */
  post: () => void
  /** Hears of changes made here, in other tabs and in the worker. */
  subscribe: (listener: () => void) => () => void
}

/**
 * A changes over a `BroadcastChannel`; where browsers have none, changes made here alone are heard.
 *
 * @param name of the channel
 */
export function openChangeChannel(name: string): ChangeChannel {
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | null = null

  const hear = () => {
    for (const listener of listeners) listener()
  }
  const open = () => {
    if (typeof BroadcastChannel === 'undefined') return null
    if (!channel) {
      channel = new BroadcastChannel(name)
      channel.addEventListener('message', hear)
    }
    return channel
  }

  return {
    post() {
      open()?.postMessage('changed')
      hear()
    },
    subscribe(listener) {
      open()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
