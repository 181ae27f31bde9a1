import { eventMessages } from '#contract/spending/eventRegistration.ts'
import { milesMessages } from '#contract/spending/miles.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { events, placesEach, rewards } from './club.ts'
import { firstPoints, type Spender, type Answered } from './operations.ts'

async function readStored(db: ConnectionPool) {
  const [entries, redemptions, vouchers, conversions, stock, places, registrations] = await Promise.all([
    db.selectFrom('point_transactions').select(['id', 'member_id', 'delta_balance']).execute(),
    db.selectFrom('redemptions').selectAll().execute(),
    db.selectFrom('vouchers').select(['transaction_id', 'code']).orderBy('code').execute(),
    db.selectFrom('miles_conversions').selectAll().execute(),
    db.selectFrom('reward_stock').selectAll().execute(),
    db.selectFrom('event_places').selectAll().execute(),
    db.selectFrom('event_registrations').selectAll().orderBy('created_at').execute(),
  ])
  return { entries, redemptions, vouchers, conversions, stock, places, registrations }
}
type Stored = Awaited<ReturnType<typeof readStored>>
type Registration = Stored['registrations'][number]
type Of<Kind extends Answered['kind']> = Extract<Answered, { kind: Kind }>

const of = <Kind extends Answered['kind']>(answered: readonly Answered[], kind: Kind) =>
  answered.filter((one): one is Of<Kind> => one.kind === kind)
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)
const placesOf = (registrations: readonly Registration[]) => sum(registrations.map(({ quantity }) => quantity))

/** A difference as a sentence; none when both are the same. */
function differ(what: string, stored: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(stored), JSON.stringify(expected)]
  return one === other ? [] : [`${what}: ${one} instead of ${other}`]
}

/** Points that a member has got or spent, by the answer. */
function pointsOf(answered: Answered): number {
  switch (answered.kind) {
    case 'scanned':
    case 'adjusted':
      return answered.points
    case 'redeem':
      return -(answered.answer.result?.points_redeemed ?? 0)
    case 'convert':
      return answered.answer.result ? -answered.points : 0
    case 'register':
    case 'cancel':
      return 0
  }
}

function balanceDifferences(
  spenders: readonly Spender[],
  answered: readonly Answered[],
  { entries }: Stored,
): string[] {
  return spenders.flatMap(({ id }) => {
    const own = entries.filter(({ member_id: memberId }) => memberId === id)
    const expected = firstPoints + sum(answered.filter(({ member }) => member === id).map(pointsOf))
    const balance = sum(own.map(({ delta_balance: delta }) => delta))
    return [...differ(`balance of ${id}`, balance, expected), ...(balance < 0 ? [`${id} owes ${-balance} points`] : [])]
  })
}

function redemptionDifferences(answered: readonly Answered[], { redemptions, vouchers, entries }: Stored): string[] {
  const results = of(answered, 'redeem').flatMap(({ alias, answer: { result } }) => (result ? [{ alias, result }] : []))
  const without = of(answered, 'redeem').filter(
    ({ answer: { message, result } }) => (message === redeemMessages.redeemed) !== (result !== undefined),
  )
  return [
    ...differ('redemptions', redemptions.length, results.length),
    ...without.map(({ answer }) => `an answer says ${answer.message} without its result, or with one`),
    ...results.flatMap(({ alias, result }) => {
      const row = redemptions.find(({ ref_no: refNo }) => refNo === result.ref_no)
      const entry = entries.find(({ id }) => id === row?.transaction_id)
      const codes = vouchers.filter((one) => one.transaction_id === row?.transaction_id).map(({ code }) => code)
      const stored = [row?.reward_alias, row?.quantity, -(entry?.delta_balance ?? 0), codes]
      const said = result.couponArr.map(({ code }) => code)
      return differ(`redemption ${result.ref_no}`, stored, [alias, result.quantity, result.points_redeemed, said])
    }),
  ]
}

function milesDifferences(answered: readonly Answered[], { conversions, entries }: Stored): string[] {
  const results = of(answered, 'convert').flatMap(({ answer: { message, result } }) =>
    message === milesMessages.converted && result ? [result] : [],
  )
  return [
    ...differ('conversions', conversions.length, results.length),
    ...results.flatMap((result) => {
      const row = conversions.find(({ ref_no: refNo }) => refNo === result.ref_no)
      const points = -(entries.find(({ id }) => id === row?.transaction_id)?.delta_balance ?? 0)
      const miles = result.asia_miles_convert
      return differ(`conversion ${result.ref_no}`, [row?.miles, points], [miles, 4 * miles])
    }),
  ]
}

function stockDifferences(spenders: readonly Spender[], answered: readonly Answered[], stored: Stored): string[] {
  const memberOf = new Map(stored.entries.map(({ id, member_id: memberId }) => [id, memberId]))
  return rewards.flatMap(({ alias, stock, memberMax }) => {
    const row = stored.stock.find((one) => one.alias === alias)
    const own = stored.redemptions.filter(({ reward_alias: name }) => name === alias)
    const redeemed = sum(own.map(({ quantity }) => quantity))
    const tooMany = spenders.filter(({ id }) => {
      const pieces = own.filter(({ transaction_id: entry }) => memberOf.get(entry) === id)
      return memberMax !== null && sum(pieces.map(({ quantity }) => quantity)) > memberMax
    })
    const wrong = of(answered, 'redeem').filter(
      ({ alias: name, quantity, answer: { message, availableQuantityOfRewardItem: left = 0 } }) =>
        name === alias && message === redeemMessages.outOfStock && left >= quantity,
    )
    return [
      ...differ(`stock of ${alias}`, [row?.stock, row?.redeemed], [stock, redeemed]),
      ...(redeemed > stock ? [`${alias} was redeemed ${redeemed} times, of ${stock}`] : []),
      ...tooMany.map(({ id }) => `${id} has more of ${alias} than one may`),
      ...wrong.map(({ quantity }) => `${quantity} of ${alias} were refused, although there were enough`),
    ]
  })
}

function eventDifferences(spenders: readonly Spender[], { places, registrations }: Stored): string[] {
  return events.flatMap(({ alias, places: total }) => {
    const own = registrations.filter((one) => one.alias === alias && one.state !== 'cancelled')
    const registered = own.filter(({ state }) => state === 'registered')
    const first = own.find(({ state }) => state === 'waiting')
    const row = places.find((one) => one.alias === alias)
    const overtaking = registered.filter((one) => first !== undefined && one.created_at > first.created_at)
    const ofMember = (id: string) => own.filter(({ member_id: memberId }) => memberId === id)
    const tooMany = spenders.filter(({ id }) => placesOf(ofMember(id)) > placesEach)
    const both = spenders.filter(({ id }) => new Set(ofMember(id).map(({ state }) => state)).size > 1)
    const taken = placesOf(registered)
    return [
      ...differ(`places of ${alias}`, [row?.places, row?.taken], [total, taken]),
      ...(taken > total ? [`${alias} has ${total} places, and ${taken} were given`] : []),
      ...overtaking.map(({ ref_no: refNo }) => `${refNo} of ${alias} has overtaken who waits`),
      ...(first && taken + first.quantity <= total ? [`${first.ref_no} of ${alias} waits although there is room`] : []),
      ...tooMany.map(({ id }) => `${id} has more places of ${alias} than one may`),
      ...both.map(({ id }) => `${id} is registered for ${alias} and waits`),
    ]
  })
}

function registrationDifferences(answered: readonly Answered[], { registrations }: Stored): string[] {
  const given = of(answered, 'register').flatMap(({ alias, quantity, answer: { message, registration } }) =>
    registration ? [{ alias, quantity, message, refNo: registration.ref_no }] : [],
  )
  const cancelled = new Set(of(answered, 'cancel').map(({ refNo }) => refNo))
  return [
    ...differ('registrations', registrations.length, given.length),
    ...given.flatMap(({ alias, quantity, message, refNo }) => {
      const row = registrations.find((one) => one.ref_no === refNo)
      const isPromoted = message === eventMessages.waiting && row?.state === 'registered'
      const said = message === eventMessages.waiting && !isPromoted ? 'waiting' : 'registered'
      const expected = [alias, quantity, cancelled.has(refNo) ? 'cancelled' : said]
      return differ(`registration ${refNo}`, [row?.alias, row?.quantity, row?.state], expected)
    }),
  ]
}

/** Compares everything that is stored with the answers that members got, and with what must never happen. */
export async function recompute(db: ConnectionPool, spenders: readonly Spender[], answered: readonly Answered[]) {
  const stored = await readStored(db)
  const refused = of(answered, 'redeem').filter(({ answer: { result } }) => result === undefined).length
  return {
    differences: [
      ...balanceDifferences(spenders, answered, stored),
      ...redemptionDifferences(answered, stored),
      ...milesDifferences(answered, stored),
      ...stockDifferences(spenders, answered, stored),
      ...eventDifferences(spenders, stored),
      ...registrationDifferences(answered, stored),
    ],
    counted: {
      operations: answered.length,
      'tickets scanned': of(answered, 'scanned').length,
      redemptions: stored.redemptions.length,
      'redemptions refused': refused,
      conversions: stored.conversions.length,
      registrations: stored.registrations.length,
      'registrations waiting': stored.registrations.filter(({ state }) => state === 'waiting').length,
      'registrations cancelled': stored.registrations.filter(({ state }) => state === 'cancelled').length,
    },
  }
}
