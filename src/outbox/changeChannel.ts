/** Tells this tab, the other tabs and the worker that something changed. */
export interface ChangeChannel {
  notify: () => void
  /** Calls `listener` on changes made here, in other tabs and in the worker. Returns an unsubscribe function. */
  subscribe: (listener: () => void) => () => void
}

/**
 * Opens a change channel over a `BroadcastChannel`.
 *
 * @param name the name of the channel
 */
export function openChangeChannel(name: string): ChangeChannel {
  const listeners = new Set<() => void>()
  let channel: BroadcastChannel | null = null

  const callListeners = () => {
    for (const listener of listeners) listener()
  }
  const open = () => {
    if (!channel) {
      channel = new BroadcastChannel(name)
      channel.addEventListener('message', callListeners)
    }
    return channel
  }

  return {
    notify() {
      open().postMessage('changed')
      callListeners()
    },
    subscribe(listener) {
      open()
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
