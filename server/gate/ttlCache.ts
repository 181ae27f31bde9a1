/** What was learned lately, by key, for a time each. The oldest is forgotten first: it never fills the memory. */
export class TtlCache<Value> {
  readonly #entries = new Map<string, { value: Value; expiresAt: number }>()
  readonly #maxEntries: number

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries
  }

  set(key: string, value: Value, ttlMs: number): void {
    this.#entries.delete(key)
    this.#entries.set(key, { value, expiresAt: performance.now() + ttlMs })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > this.#maxEntries && oldest !== undefined) this.#entries.delete(oldest)
  }

  get(key: string): Value | null {
    return this.#find(key)?.value ?? null
  }

  /** For how many more milliseconds a key is known; 0 when it is not. */
  remainingMs(key: string): number {
    return this.#find(key)?.remainingMs ?? 0
  }

  delete(key: string): void {
    this.#entries.delete(key)
  }

  #find(key: string): { value: Value; remainingMs: number } | null {
    const entry = this.#entries.get(key)
    if (entry === undefined) return null
    const remainingMs = entry.expiresAt - performance.now()
    if (remainingMs > 0) return { value: entry.value, remainingMs }
    this.#entries.delete(key)
    return null
  }
}
