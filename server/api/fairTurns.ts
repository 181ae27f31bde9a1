/** Work in a turn: the signal is aborted when the turn is over and somebody else waits for it. */
type TurnWork<T> = (turnOver: AbortSignal) => Promise<T>

export interface TurnLimits {
  /** How many have a turn at once. */
  turns: number
  /** How many wait at most. */
  waiting: number
  /** How long a turn lasts at least, in milliseconds. While nobody waits, it lasts as long as its work. */
  turnMs: number
  /**
   * Of the turns, how many may last longer at once: for whoever lost one, the next lasts twice as long, up to `longestTurnMs`. So who is slow
   * gets done in the end, and the other turns go on changing hands.
   */
  longTurns: number
  longestTurnMs: number
}

interface Turn {
  ms: number
  isOver: boolean
  over: AbortController
}

/** How many of those who lost a turn are remembered. */
const mostRemembered = 1000

/** How long the next turn of whoever lost one should last. */
function rememberedTurns({ turnMs, longestTurnMs }: TurnLimits) {
  // Whoever lost a turn last is at the end.
  const wanted = new Map<string, number>()
  return {
    of: (person: string) => wanted.get(person) ?? turnMs,
    lengthen(person: string): void {
      const next = Math.min(2 * (wanted.get(person) ?? turnMs), longestTurnMs)
      wanted.delete(person)
      wanted.set(person, next)
      const [oldest] = wanted.keys()
      if (wanted.size > mostRemembered && oldest !== undefined) wanted.delete(oldest)
    },
    forget: (person: string) => void wanted.delete(person),
  }
}

/**
 * Turns at something scarce, so that whoever takes long holds nobody else up for more than a turn.
 *
 * @param fullError makes the error for whoever comes when too many wait
 */
export function createFairTurns(limits: TurnLimits, fullError: () => Error) {
  const { turns, waiting: most, turnMs, longTurns } = limits
  const wanted = rememberedTurns(limits)
  // The oldest first.
  const taken = new Set<Turn>()
  const waiting: { person: string; begin: (turn: Turn) => void }[] = []

  const endOldest = () => {
    if (waiting.length === 0) return
    const oldest = [...taken].find(({ isOver, over }) => isOver && !over.signal.aborted)
    oldest?.over.abort()
  }
  const begin = (person: string): Turn => {
    const hasLongOne = [...taken].filter(({ ms }) => ms > turnMs).length < longTurns
    const turn: Turn = { ms: hasLongOne ? wanted.of(person) : turnMs, isOver: false, over: new AbortController() }
    taken.add(turn)
    return turn
  }
  const nextTurn = (person: string) =>
    new Promise<Turn>((resolve) => {
      waiting.push({ person, begin: resolve })
      endOldest()
    })
  return async <T>(person: string, work: TurnWork<T>): Promise<T> => {
    if (taken.size >= turns && waiting.length >= most) throw fullError()
    const turn = taken.size < turns ? begin(person) : await nextTurn(person)
    const timer = setTimeout(() => {
      turn.isOver = true
      endOldest()
    }, turn.ms)
    try {
      const done = await work(turn.over.signal)
      wanted.forget(person)
      return done
    } catch (error) {
      if (turn.over.signal.aborted) wanted.lengthen(person)
      throw error
    } finally {
      clearTimeout(timer)
      taken.delete(turn)
      // Passed on directly, so that nobody gets in between.
      const next = waiting.shift()
      next?.begin(begin(next.person))
    }
  }
}
