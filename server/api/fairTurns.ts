/** Work in a turn: the signal is aborted when the turn is over and somebody else waits for it. */
type TurnWork<T> = (turnOver: AbortSignal) => Promise<T>

export interface TurnLimits {
  /** How many have a turn at once. */
  turns: number
  /** How many wait at most. */
  waiting: number
  /** How long a turn lasts at least, in milliseconds. While nobody waits, it lasts as long as its work. */
  turnMs: number
}

interface Turn {
  isOver: boolean
  over: AbortController
}

/**
 * Turns at something scarce, so that whoever takes long holds nobody else up for more than a turn.
 *
 * @param fullError makes the error for whoever comes when too many wait
 */
export function createFairTurns({ turns, waiting: most, turnMs }: TurnLimits, fullError: () => Error) {
  // The oldest first.
  const taken = new Set<Turn>()
  const waiting: ((turn: Turn) => void)[] = []

  const endOldest = () => {
    if (waiting.length === 0) return
    const oldest = [...taken].find(({ isOver, over }) => isOver && !over.signal.aborted)
    oldest?.over.abort()
  }
  const begin = (): Turn => {
    const turn: Turn = { isOver: false, over: new AbortController() }
    taken.add(turn)
    return turn
  }
  const nextTurn = () =>
    new Promise<Turn>((resolve) => {
      waiting.push(resolve)
      endOldest()
    })
  return async <T>(work: TurnWork<T>): Promise<T> => {
    if (taken.size >= turns && waiting.length >= most) throw fullError()
    const turn = taken.size < turns ? begin() : await nextTurn()
    const timer = setTimeout(() => {
      turn.isOver = true
      endOldest()
    }, turnMs)
    try {
      return await work(turn.over.signal)
    } finally {
      clearTimeout(timer)
      taken.delete(turn)
      // Passed on directly, so that nobody gets in between.
      waiting.shift()?.(begin())
    }
  }
}
