import { seeded } from '#tests/support/scenes.ts'

/** Random choices that are the same for the same seed. */
export interface SeededRandom {
  /** True with this probability. */
  chance: (probability: number) => boolean
  pick: <T>(items: readonly T[]) => T
  /** One of the items, chosen by weight; null with the probability missing to 1. */
  draw: <T>(items: readonly { weight: number; item: T }[]) => T | null
}

/** The random numbers for a seed. */
export function seededRandom(seed: number): SeededRandom {
  const next = seeded(seed)
  return {
    chance: (probability) => next() < probability,
    pick: (items) => {
      const picked = items[Math.floor(next() * items.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    draw: (items) => {
      let left = next()
      for (const { weight, item } of items) {
        left -= weight
        if (left < 0) return item
      }
      return null
    },
  }
}
