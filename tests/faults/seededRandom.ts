import { seeded } from '#tests/support/scenes.ts'

/** Random choices that are the same for the same seed. */
export interface SeededRandom {
  /** True with this probability. */
  chance: (probability: number) => boolean
  pick: <T>(things: readonly T[]) => T
  /** One of the items, chosen by weight; null with the probability missing to 1. */
  draw: <T>(things: readonly { weight: number; thing: T }[]) => T | null
}

/** The random numbers for a seed. */
export function seededRandom(seed: number): SeededRandom {
  const roll = seeded(seed)
  return {
    chance: (probability) => roll() < probability,
    pick: (things) => {
      const picked = things[Math.floor(roll() * things.length)]
      if (picked === undefined) throw new Error('There is nothing to pick from.')
      return picked
    },
    draw: (things) => {
      let left = roll()
      for (const { weight, thing } of things) {
        left -= weight
        if (left < 0) return thing
      }
      return null
    },
  }
}
