import { createListeners } from '#src/platform/listeners.ts'

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
  const listeners = createListeners()
  let channel: BroadcastChannel | null = null

  const open = () => {
    if (!channel) {
      channel = new BroadcastChannel(name)
      channel.addEventListener('message', listeners.notify)
    }
    return channel
  }

  return {
    notify() {
      open().postMessage('changed')
      listeners.notify()
    },
    subscribe(listener) {
      open()
      return listeners.add(listener)
    },
  }
}
