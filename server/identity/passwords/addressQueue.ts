const last = new Map<string, Promise<unknown>>()

/**
 * Runs work with passwords of one network address one after the other: hashing takes long, and a visitor who sends many
 * forms at once must not keep everybody else waiting.
 */
export async function inAddressQueue<T>(address: string, work: () => Promise<T>): Promise<T> {
  const before = last.get(address) ?? Promise.resolve()
  const run = before.then(work, work)
  last.set(address, run)
  try {
    return await run
  } finally {
    if (last.get(address) === run) last.delete(address)
  }
}
