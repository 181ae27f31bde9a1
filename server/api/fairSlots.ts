/** Work in a slot: the signal is aborted when the slot is over and somebody else waits for it. */
type SlotWork<T> = (slotOver: AbortSignal) => Promise<T>

export interface SlotLimits {
  /** How many have a slot at once. */
  slots: number
  /** How many wait at most. */
  waiting: number
  /** How long a slot lasts at least, in milliseconds. While nobody waits, it lasts as long as its work. */
  slotMs: number
  /**
   * Of the slots, how many may last longer at once: for whoever lost one, the next lasts twice as long, up to `longestSlotMs`. So who is slow
   * gets done in the end, and the other slots go on changing hands.
   */
  longSlots: number
  longestSlotMs: number
}

interface Slot {
  ms: number
  isOver: boolean
  over: AbortController
}

/** How many of those who lost a slot are remembered. */
const mostRemembered = 1000

/** How long the next slot of whoever lost one should last. */
function rememberedSlots({ slotMs, longestSlotMs }: SlotLimits) {
  // Whoever lost a slot last is at the end.
  const wanted = new Map<string, number>()
  return {
    of: (person: string) => wanted.get(person) ?? slotMs,
    lengthen(person: string): void {
      const next = Math.min(2 * (wanted.get(person) ?? slotMs), longestSlotMs)
      wanted.delete(person)
      wanted.set(person, next)
      const [oldest] = wanted.keys()
      if (wanted.size > mostRemembered && oldest !== undefined) wanted.delete(oldest)
    },
    forget: (person: string) => void wanted.delete(person),
  }
}

/**
 * Slots at something scarce, so that whoever takes long holds nobody else up for more than a slot.
 *
 * @param fullError makes the error for whoever comes when too many wait
 */
export function createFairSlots(limits: SlotLimits, fullError: () => Error) {
  const { slots, waiting: most, slotMs, longSlots } = limits
  const wanted = rememberedSlots(limits)
  // The oldest first.
  const taken = new Set<Slot>()
  const waiting: { person: string; begin: (slot: Slot) => void }[] = []

  const endOldest = () => {
    if (waiting.length === 0) return
    const oldest = [...taken].find(({ isOver, over }) => isOver && !over.signal.aborted)
    oldest?.over.abort()
  }
  const begin = (person: string): Slot => {
    const hasLongOne = [...taken].filter(({ ms }) => ms > slotMs).length < longSlots
    const slot: Slot = { ms: hasLongOne ? wanted.of(person) : slotMs, isOver: false, over: new AbortController() }
    taken.add(slot)
    return slot
  }
  const nextSlot = (person: string) =>
    new Promise<Slot>((resolve) => {
      waiting.push({ person, begin: resolve })
      endOldest()
    })
  return async <T>(person: string, work: SlotWork<T>): Promise<T> => {
    if (taken.size >= slots && waiting.length >= most) throw fullError()
    const slot = taken.size < slots ? begin(person) : await nextSlot(person)
    const timer = setTimeout(() => {
      slot.isOver = true
      endOldest()
    }, slot.ms)
    try {
      const done = await work(slot.over.signal)
      wanted.forget(person)
      return done
    } catch (error) {
      if (slot.over.signal.aborted) wanted.lengthen(person)
      throw error
    } finally {
      clearTimeout(timer)
      taken.delete(slot)
      // Passed on directly, so that nobody gets in between.
      const next = waiting.shift()
      next?.begin(begin(next.person))
    }
  }
}
