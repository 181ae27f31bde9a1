import * as fc from 'fast-check'

/** Something that happens in a club of three members, three rewards and two events, which are named by their number. */
export type Step =
  | { kind: 'scan'; member: number; times: number }
  | { kind: 'scan of another'; member: number; which: number }
  | { kind: 'redeem'; member: number; reward: number; quantity: number; delivery: string | null; shown: number }
  | { kind: 'convert'; member: number; points: number }
  | { kind: 'register'; member: number; event: number; quantity: number }
  | { kind: 'cancel'; which: number; byAnother: boolean }
  | { kind: 'again'; which: number; change: 'none' | 'body' | 'member' }
  | { kind: 'new reward settings'; reward: number; stock: number; points: number; isActive: boolean }
  | { kind: 'new event settings'; event: number; places: number; normalQuota: number; isRemoved: boolean }
  | { kind: 'wait'; hours: number }
  | { kind: 'timer' }

const index = fc.nat({ max: 2 })
const which = fc.nat({ max: 7 })

function weighted(weight: number, arbitrary: fc.Arbitrary<Step>): fc.WeightedArbitrary<Step> {
  return { weight, arbitrary }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  weighted(6, fc.record({ kind: fc.constant('scan'), member: index, times: fc.integer({ min: 1, max: 2 }) })),
  weighted(1, fc.record({ kind: fc.constant('scan of another'), member: index, which })),
  weighted(
    8,
    fc.record({
      kind: fc.constant('redeem'),
      member: index,
      reward: index,
      quantity: fc.integer({ min: 1, max: 3 }),
      delivery: fc.constantFrom('Mail', 'Email', 'On-site pick-up', null),
      // What the page said is seldom wrong.
      shown: fc.constantFrom(0, 0, 0, 0, 10, -10),
    }),
  ),
  weighted(
    3,
    fc.record({ kind: fc.constant('convert'), member: index, points: fc.constantFrom(40, 80, 81, 120, 200) }),
  ),
  weighted(
    6,
    fc.record({
      kind: fc.constant('register'),
      member: index,
      event: fc.nat({ max: 1 }),
      quantity: fc.integer({ min: 1, max: 3 }),
    }),
  ),
  weighted(3, fc.record({ kind: fc.constant('cancel'), which, byAnother: fc.boolean() })),
  weighted(3, fc.record({ kind: fc.constant('again'), which, change: fc.constantFrom('none', 'body', 'member') })),
  weighted(
    1,
    fc.record({
      kind: fc.constant('new reward settings'),
      reward: index,
      stock: fc.integer({ min: 0, max: 8 }),
      points: fc.integer({ min: 1, max: 9 }).map((tens) => tens * 10),
      isActive: fc.constantFrom(true, true, false),
    }),
  ),
  weighted(
    1,
    fc.record({
      kind: fc.constant('new event settings'),
      event: fc.nat({ max: 1 }),
      places: fc.integer({ min: 0, max: 6 }),
      normalQuota: fc.integer({ min: 1, max: 4 }),
      isRemoved: fc.constantFrom(false, false, false, true),
    }),
  ),
  weighted(2, fc.record({ kind: fc.constant('wait'), hours: fc.integer({ min: 1, max: 400 }) })),
  weighted(1, fc.constant({ kind: 'timer' })),
)

/** Histories of a club. */
export const histories = fc.array(step, { minLength: 8, maxLength: 40 })
