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

/** Who wants a slot, and the network address that they come from: many people may be one visitor with many accounts, or a school. */
export interface Person {
  id: string
  network: string
}

interface Slot {
  network: string
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
 * Slots at something scarce, so that whoever takes long holds nobody else up for more than a slot. Networks share them evenly: a free slot goes to
 * the one that has fewest, a slot that is over is ended for its own network or one that has fewer, and when too many wait, the one with most
 * places loses its last.
 *
 * @param fullError makes the error for whoever is refused because too many wait
 */
export function createFairSlots(limits: SlotLimits, fullError: () => Error) {
  const { slots, waiting: most, slotMs, longSlots } = limits
  const wanted = rememberedSlots(limits)
  // The oldest first.
  const taken = new Set<Slot>()
  let waiting: { person: Person; begin: (slot: Slot) => void; refuse: (error: Error) => void }[] = []

  const slotsOf = (network: string) => [...taken].filter((slot) => slot.network === network).length
  const placesOf = (network: string) =>
    slotsOf(network) + waiting.filter(({ person }) => person.network === network).length

  const endSlots = () => {
    let ending = [...taken].filter(({ over }) => over.signal.aborted).length
    for (const { network, isOver, over } of taken) {
      if (ending >= waiting.length) return
      const isDue = waiting.some(
        ({ person }) => person.network === network || slotsOf(person.network) < slotsOf(network),
      )
      if (!isOver || over.signal.aborted || !isDue) continue
      over.abort()
      ending += 1
    }
  }
  const begin = ({ id, network }: Person): Slot => {
    const hasLongOne = [...taken].filter(({ ms }) => ms > slotMs).length < longSlots
    const slot: Slot = { network, ms: hasLongOne ? wanted.of(id) : slotMs, isOver: false, over: new AbortController() }
    taken.add(slot)
    return slot
  }
  const beginNext = () => {
    const [next] = waiting.toSorted((a, b) => slotsOf(a.person.network) - slotsOf(b.person.network))
    waiting = waiting.filter((one) => one !== next)
    next?.begin(begin(next.person))
    endSlots()
  }
  const makeRoomFor = ({ network }: Person) => {
    const [crowded] = waiting.toSorted((a, b) => placesOf(b.person.network) - placesOf(a.person.network))
    if (!crowded || placesOf(crowded.person.network) <= placesOf(network) + 1) throw fullError()
    const last = waiting.findLast(({ person }) => person.network === crowded.person.network)
    waiting = waiting.filter((one) => one !== last)
    last?.refuse(fullError())
  }
  const nextSlot = (person: Person) =>
    new Promise<Slot>((resolve, reject) => {
      if (waiting.length >= most) makeRoomFor(person)
      waiting.push({ person, begin: resolve, refuse: reject })
      endSlots()
    })
  return async <T>(person: Person, work: SlotWork<T>): Promise<T> => {
    const slot = taken.size < slots ? begin(person) : await nextSlot(person)
    const timer = setTimeout(() => {
      slot.isOver = true
      endSlots()
    }, slot.ms)
    try {
      const done = await work(slot.over.signal)
      wanted.forget(person.id)
      return done
    } catch (error) {
      if (slot.over.signal.aborted) wanted.lengthen(person.id)
      throw error
    } finally {
      clearTimeout(timer)
      taken.delete(slot)
      // Passed on directly, so that nobody gets in between.
      beginNext()
    }
  }
}
