import type { Tier } from '#contract/member/tiers.ts'
import { paymentReference } from '#server/payment/gateway.ts'
import { sha256 } from '#server/store/hash.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import type { Taken } from './gateway.ts'
import type { Joined } from './join.ts'

/** What the club must have stored about somebody, by what was sent and told. */
interface Due {
  tier: Tier
  memberships: string[]
  points: string[]
  memberNo: RegExp
  youthStatus: string
  /** What the first payment is for. */
  bought: 'membership' | 'youth' | 'refund'
}

const bonuses: Record<Tier, string[]> = {
  Black: [],
  Red: ['Upgrade to Red 1000'],
  Gold: ['Upgrade to Gold 2000'],
  Diamond: [],
}

function tierDue({ registrant, hasOffer }: Joined, isPaid: boolean): { tier: Tier; source: string } {
  switch (registrant.route) {
    case 'free':
    case 'ya':
      return { tier: 'Black', source: '' }
    case 'red':
      return { tier: isPaid ? 'Red' : 'Black', source: 'payment' }
    case 'sc':
    case 'free-tier-upgrade':
      return { tier: hasOffer ? registrant.tier : 'Black', source: registrant.route.replaceAll('-', '_') }
    case 'existing':
      return { tier: registrant.tier, source: 'existing' }
  }
}

function youthStatusDue({ registrant }: Joined, isPaid: boolean): string {
  if (registrant.route !== 'ya') return 'N/A'
  if (!isPaid) return 'Pending Payment'
  return { approved: 'Approved', rejected: 'Rejected', none: 'Pending Approval' }[registrant.decision]
}

function due(joined: Joined, isPaid: boolean): Due {
  const { tier, source } = tierDue(joined, isPaid)
  const { registrant } = joined
  const youthStatus = youthStatusDue(joined, isPaid)
  return {
    tier,
    memberships: tier === 'Black' ? [] : [`${tier} by ${source}`],
    points: registrant.route === 'ya' ? [] : ['Completed Profile 500', ...bonuses[tier]],
    youthStatus,
    bought: registrant.route === 'red' ? 'membership' : youthStatus === 'Rejected' ? 'refund' : 'youth',
    memberNo: registrant.route === 'existing' ? new RegExp(`^${registrant.memberNo}$`) : /^CB2\d{5}$/,
  }
}

/** What the club has stored about everybody, by member and in all. */
async function readStored(db: ConnectionPool) {
  const [members, memberships, entries, orders, payments, tokens, oldMembers, cards] = await Promise.all([
    db.selectFrom('members').selectAll().execute(),
    db.selectFrom('memberships').selectAll().execute(),
    db.selectFrom('point_transactions').selectAll().execute(),
    db.selectFrom('payment_orders').selectAll().execute(),
    db.selectFrom('payments').selectAll().execute(),
    db.selectFrom('upgrade_tokens').selectAll().execute(),
    db.selectFrom('old_members').selectAll().execute(),
    db.selectFrom('student_cards').select(['member_id', 'key_id']).execute(),
  ])
  return { members, memberships, entries, orders, payments, tokens, oldMembers, cards }
}
type Stored = Awaited<ReturnType<typeof readStored>>

/** A difference as a sentence; none when both are the same. */
function differ(what: string, stored: unknown, expected: unknown): string[] {
  const [one, other] = [JSON.stringify(stored), JSON.stringify(expected)]
  return one === other ? [] : [`${what}: ${one} instead of ${other}`]
}

const of = <Row extends { member_id: string }>(rows: readonly Row[], id: string) =>
  rows.filter(({ member_id: memberId }) => memberId === id)

function profileDifferences(member: Stored['members'][number], { registrant }: Joined): string[] {
  const { confirm_email: _asked, ...form } = registrant.form
  const stored = new Map(Object.entries(member))
  return [
    ...Object.entries(form).flatMap(([field, value]) => differ(`${member.email} ${field}`, stored.get(field), value)),
    ...differ(`${member.email} state`, member.is_submitted_profile, 'submitted'),
  ]
}

interface PaymentsDue {
  orderRefs: readonly string[]
  bought: Due['bought']
}

function paymentDifferences({ orderRefs, bought }: PaymentsDue, stored: Stored, taken: readonly Taken[]): string[] {
  const own = taken.filter(({ orderRef }) => orderRefs.includes(orderRef))
  const rows = stored.payments.filter(({ order_ref: orderRef }) => orderRef !== null && orderRefs.includes(orderRef))
  const outcomes = rows.map(({ outcome }) => outcome).toSorted()
  const sound = own.filter(({ wrong }) => wrong === null).length
  const expected = own.map((_one, index) => (index < Math.min(1, sound) ? bought : 'refund')).toSorted()
  const wrong = own.flatMap((one) =>
    one.wrong === null
      ? []
      : differ(
          `payment ${one.payRef}`,
          rows.find((row) => row.pay_ref === paymentReference(one.payRef, false))?.refund_reason,
          one.wrong,
        ),
  )
  return [...differ(`payments of ${orderRefs.join()}`, outcomes, expected), ...wrong]
}

function memberDifferences(joined: Joined, stored: Stored, taken: readonly Taken[]): string[] {
  const { email } = joined.registrant
  const rows = stored.members.filter((row) => row.email === email)
  const [member] = rows
  if (rows.length !== 1 || member === undefined) return [`${email} is ${rows.length} members`]
  const orders = of(stored.orders, member.id)
  const isPaid = taken.some(({ orderRef, wrong }) => wrong === null && joined.orders.includes(orderRef))
  const expected = due(joined, isPaid)
  const memberships = of(stored.memberships, member.id).map(({ tier, source }) => `${tier} by ${source}`)
  const points = of(stored.entries, member.id).map(({ code, delta_balance: delta }) => `${code} ${delta}`)
  const refs = orders.map(({ order_ref: orderRef }) => orderRef)
  const paid = orders.filter(({ state }) => state === 'paid')
  return [
    ...profileDifferences(member, joined),
    ...differ(`${email} tier`, member.membership_tier, expected.tier),
    ...differ(`${email} memberships`, memberships, expected.memberships),
    ...differ(`${email} points`, points.toSorted(), expected.points.toSorted()),
    ...(expected.memberNo.test(member.member_no ?? '') ? [] : [`${email} has the number ${member.member_no}`]),
    ...differ(`${email} paid orders`, paid.length, isPaid ? 1 : 0),
    ...joined.orders.flatMap((orderRef) => (refs.includes(orderRef) ? [] : [`order ${orderRef} is lost`])),
    ...differ(`${email} youth status`, member.ya_status, expected.youthStatus),
    ...differ(`${email} student cards`, of(stored.cards, member.id).length, expected.youthStatus === 'N/A' ? 0 : 1),
    ...paymentDifferences({ orderRefs: refs, bought: expected.bought }, stored, taken),
  ]
}

/** Each token has been used by the one who was told so, and by nobody if it was too old. */
function offerDifferences(joined: readonly Joined[], stored: Stored): string[] {
  const idOf = (email: string) => stored.members.find((member) => member.email === email)?.id ?? null
  const tokens = new Map<string, (string | null)[]>()
  for (const { registrant, hasOffer } of joined) {
    if (!('token' in registrant)) continue
    const users = tokens.get(registrant.token) ?? []
    tokens.set(registrant.token, hasOffer ? [...users, idOf(registrant.email)] : users)
  }
  const old = joined.flatMap(({ registrant }) => {
    if (registrant.route !== 'existing') return []
    const row = stored.oldMembers.find(({ member_no: memberNo }) => memberNo === registrant.memberNo)
    return differ(`old member ${registrant.memberNo}`, row?.migrated_by, idOf(registrant.email))
  })
  const used = [...tokens].flatMap(([token, users]) => {
    const row = stored.tokens.find(({ token_hash: hash }) => hash === sha256(token))
    const isExpired = row !== undefined && row.expires_at < new Date()
    const expected = isExpired ? [] : users
    const isUsedOnce = users.length === (isExpired ? 0 : 1)
    return [
      ...differ(`token ${token}`, row?.used_by === null ? [] : [row?.used_by], expected),
      ...(isUsedOnce ? [] : [`token ${token} was given to ${users.length} members`]),
    ]
  })
  return [...old, ...used]
}

/** Compares everything that the club has stored with what was sent and told. */
export async function recompute(
  db: ConnectionPool,
  joined: readonly Joined[],
  taken: readonly Taken[],
): Promise<{ differences: string[]; counted: Record<string, number> }> {
  const stored = await readStored(db)
  const numbers = new Set(stored.members.map(({ member_no: number }) => number))
  const differences = [
    ...differ('members', stored.members.length, joined.length),
    ...differ('member numbers', numbers.size, joined.length),
    ...differ(
      'payments',
      stored.payments.map(({ pay_ref: payRef }) => payRef).toSorted(),
      taken.map(({ payRef }) => paymentReference(payRef, false)).toSorted(),
    ),
    ...joined.flatMap((one) => memberDifferences(one, stored, taken)),
    ...offerDifferences(joined, stored),
  ]
  const counted = {
    members: stored.members.length,
    memberships: stored.memberships.length,
    orders: stored.orders.length,
    payments: stored.payments.length,
    refunds: stored.payments.filter(({ outcome }) => outcome === 'refund').length,
    'point entries': stored.entries.length,
    'used tokens': stored.tokens.filter(({ used_by: usedBy }) => usedBy !== null).length,
    applications: stored.cards.length,
    'old members back': stored.oldMembers.filter(({ migrated_by: by }) => by !== null).length,
  }
  return { differences, counted }
}
