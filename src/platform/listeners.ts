/** Functions that are called when something has changed. */
interface Listeners {
  /** Adds a listener. Returns what removes it again, as React's `useSyncExternalStore` wants it. */
  add: (listener: () => void) => () => void
  notify: () => void
  isEmpty: () => boolean
}

/** An empty set of listeners. */
export function createListeners(): Listeners {
  const listeners = new Set<() => void>()
  return {
    add(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify() {
      for (const listener of listeners) listener()
    },
    isEmpty: () => listeners.size === 0,
  }
}
