import type { Edit } from '../applyEdit.ts'

/** A likely mistake in spending, which must be named from what is stored and what members were told. */
export interface SpendingMutation {
  name: string
  edits: readonly Edit[]
  /** One of the differences that name it. */
  named: RegExp
}

const redeeming = 'server/services/spending/redeeming.ts'
const registrations = 'server/services/events/eventRegistrations.ts'
const schema = 'server/store/schema/baseline/spending.sql'

/**
 * Mistakes in how points, stocks and places are counted, locked and given back; where a constraint would stop one, it
 * is missing, too.
 */
export const spendingMutations: readonly SpendingMutation[] = [
  {
    name: 'the stock is not checked',
    edits: [
      {
        file: redeeming,
        find: "  if (left < quantity) return { kind: 'out_of_stock', left }\n",
        put: '',
      },
      { file: schema, find: 'check (redeemed between 0 and stock)', put: 'check (redeemed >= 0)' },
    ],
    named: /^reward-\d+ was redeemed \d+ times, of \d+$/,
  },
  {
    name: 'the stock is taken for one piece, however many there are',
    edits: [
      {
        file: 'server/store/spending/redemptions.ts',
        find: 'set redeemed = redeemed + ${quantity}::integer',
        put: 'set redeemed = redeemed + 1',
      },
    ],
    named: /^reward reward-\d+: its stock says/,
  },
  {
    name: 'the member is not locked while redeeming',
    edits: [
      {
        file: 'server/store/members/members.ts',
        find: 'where members.id = ${id} for no key update of members',
        put: 'where members.id = ${id}',
      },
      // The count of a member's calls puts them in order as well.
      {
        file: 'server/api/endpointRoute.ts',
        find: 'const countsInTransaction = key !== null && countsWithin(declared)',
        put: 'const countsInTransaction = key === null && countsWithin(declared)',
      },
    ],
    named: /^\S+ has more of reward-\d+ than one may$|refused with 500/,
  },
  {
    name: 'what a member has redeemed before is not counted',
    edits: [{ file: redeeming, find: 'before: redeemedBefore', put: 'before: 0 * redeemedBefore' }],
    named: /has more of reward-\d+ than one may$/,
  },
  {
    name: 'a redemption takes the points of one piece',
    edits: [{ file: redeeming, find: 'spend(buckets, points, now)', put: 'spend(buckets, points / quantity, now)' }],
    named: /^redemption \S+: .* instead of /,
  },
  {
    name: 'a conversion takes its points twice',
    edits: [
      {
        file: 'server/services/spending/miles.ts',
        find: 'cause, points, buckets)',
        put: 'cause, 2 * points, buckets)',
      },
    ],
    named: /^conversion \S+: .* instead of /,
  },
  {
    name: 'the points that expire last are spent first',
    edits: [
      {
        file: 'server/domain/ledger.ts',
        find: 'return first < second ? -1 : 1',
        put: 'return first < second ? 1 : -1',
      },
    ],
    named: /^entry \d+ \([^)]+\): it took points that expire later/,
  },
  {
    name: 'a key is not remembered',
    edits: [
      {
        file: 'server/store/idempotency.ts',
        find: "return rows.length === 1 ? 'taken' : 'used'",
        put: "return rows.length === 1 ? 'taken' : 'taken'",
      },
    ],
    named: /^(?:redemptions|conversions|registrations): \d+ instead of \d+$/,
  },
  {
    name: 'places are not counted',
    edits: [
      {
        file: 'server/domain/eventRegistration.ts',
        find: 'return places === null || taken + quantity <= places',
        put: 'return places === null || taken + quantity >= 0',
      },
      {
        file: schema,
        find: 'check (places is null or taken <= places)',
        put: 'check (places is null or taken >= 0)',
      },
    ],
    named: /^event-\d+ has \d+ places, and \d+ were given$/,
  },
  {
    name: 'who waits is overtaken',
    edits: [
      {
        file: 'server/domain/eventRegistration.ts',
        find: 'if (!event.isWaitedFor && fits(event, quantity))',
        put: 'if (fits(event, quantity))',
      },
    ],
    named: /has overtaken who waits$/,
  },
  {
    name: 'places that are given back stay taken',
    edits: [
      {
        file: registrations,
        find: "if (row.state === 'registered') await changeTaken(transaction, alias, -row.quantity)",
        put: '',
      },
    ],
    named: /^event event-\d+: its places say/,
  },
  {
    name: 'places that are given back are given to nobody',
    edits: [
      {
        file: registrations,
        find: "    await promote(transaction, { alias, event, now, notify })\n    return 'cancelled'",
        put: "    return 'cancelled'",
      },
    ],
    named: /waits although there is room$/,
  },
  {
    name: 'points of staff have no act',
    edits: [
      {
        file: 'server/services/points/pointAdjustments.ts',
        find: '  await recordAct(db, {\n    action: `points_${kind}`,',
        put: '  if (points < 0) await recordAct(db, {\n    action: `points_${kind}`,',
      },
    ],
    named: /^acts of /,
  },
]
