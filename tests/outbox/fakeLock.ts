interface Holder<Tab> {
  tab: Tab
  /** It has been taken over. */
  robbed: boolean
  /** The calls that it began after that. */
  late: number
}

/** The sender lock, which dies with its tab and can be taken over from a frozen one. */
export class FakeLock<Tab extends { alive: boolean; frozen: boolean; awaitStep: (label: string) => Promise<void> }> {
  #holder: Holder<Tab> | null = null
  readonly #robbed = new Map<Tab, Holder<Tab>>()
  #queue: { tab: Tab; granted: (holder: Holder<Tab>) => void }[] = []

  async take<T>(tab: Tab, work: (held: () => boolean) => Promise<T>): Promise<{ kind: 'done'; value: T }> {
    const mine = await new Promise<Holder<Tab>>((granted) => {
      this.#queue.push({ tab, granted })
      this.#grant()
    })
    await tab.awaitStep('lock')
    try {
      return { kind: 'done', value: await work(() => !mine.robbed) }
    } finally {
      this.#robbed.delete(tab)
      if (this.#holder === mine) {
        this.#holder = null
        this.#grant()
      }
    }
  }

  /** Whether this tab may begin a call. A tab that lost the lock between check and call may begin one more. */
  mayWork(tab: Tab): boolean {
    if (this.#holder?.tab === tab) return true
    const robbed = this.#robbed.get(tab)
    if (!robbed) return false
    robbed.late += 1
    return robbed.late === 1
  }

  /** The tab is gone, with its lock and its place in the queue. */
  leave(tab: Tab): void {
    this.#queue = this.#queue.filter((waiting) => waiting.tab !== tab)
    if (this.#holder?.tab === tab) this.#holder = null
    this.#grant()
  }

  /** A frozen tab reports no progress: a waiting tab takes the lock over. */
  freeze(tab: Tab): void {
    if (this.#holder?.tab === tab) this.#grant()
  }

  #grant(): void {
    if (this.#queue.length === 0) return
    const holder = this.#holder
    if (holder) {
      if (!holder.tab.frozen) return
      holder.robbed = true
      this.#robbed.set(holder.tab, holder)
    }
    const next = this.#queue.shift()
    if (!next) return
    this.#holder = { tab: next.tab, robbed: false, late: 0 }
    next.granted(this.#holder)
  }
}
