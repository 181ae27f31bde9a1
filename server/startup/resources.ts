/** Resources that have been opened, each with how to close it. */
export interface Resources {
  add: (close: () => Promise<void>) => void
  /** Closes everything, the newest first. */
  closeAll: () => Promise<void>
}

/** An empty collection of resources, to add to. */
export function createResources(): Resources {
  const closers: (() => Promise<void>)[] = []
  return {
    add: (close) => {
      closers.push(close)
    },
    closeAll: async () => {
      for (const close of closers.splice(0).toReversed()) await close()
    },
  }
}
