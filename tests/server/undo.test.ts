import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import type { EventPlan } from '#contract/staff/events.ts'
import { audit } from '#server/services/audit.ts'
import { newReference } from '#server/services/codes.ts'
import { tellAboutEvents } from '#server/services/events/eventPlans.ts'
import { moveApplication } from '#server/services/membership/youth.ts'
import { placeOrder } from '#server/services/payments/orders.ts'
import { takeReport } from '#server/services/payments/payments.ts'
import { givePoints, takePoints } from '#server/services/points/points.ts'
import { undoAct } from '#server/services/undoing.ts'
import { findNewestMails, takeDueMails } from '#server/store/mailOutbox.ts'
import { lockMember } from '#server/store/members/members.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newPayRef } from '#tests/support/datafeed.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember, pointsOf, type TestMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { endUndo } from '#tests/support/undo.ts'
import { event, openEvents } from './eventGuests.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('owner')
const steward = await signedInStaff(api, ['steward'])
const inDays = (days: number) => new Date(Math.floor(Date.now() / 60_000) * 60_000 + days * 86_400_000).toISOString()
const club = await openEvents(api, [event('walk', { starts_at: inDays(12) })])

interface CanUndo {
  undo: { act: string; until: string }
}

const undoable = ({ undo }: { undo?: CanUndo['undo'] | null | undefined }) => {
  if (!undo) throw new Error('There is nothing to undo')
  return undo.act
}
const undo = async (act: string, who = ada) =>
  (await staff.call(endpoints.undoActs, { acts: [act] }, who)).undone[0]?.kind

const mailsTo = async ({ email }: TestMember) => (await readMails(api, email)).map(({ kind }) => kind)
/** What an audit finds, without the stock, of which these redemptions have taken nothing. */
const differences = async () =>
  (await audit(api.serverDb)).differences.filter((difference) => !difference.startsWith('reward '))

/** A member who has redeemed something that goes by post. */
async function ordered() {
  const member = await newMember(api.db)
  await addEntries(api.db, member.id, [{ code: 'Bulk Import', points: 500, at: new Date() }])
  const refNo = newReference()
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId: member.id, code: 'Reward Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const address = { flat_or_unit: 'A', road_or_street: '1 Pier Road', district: 'Central', country: 'hk' }
    const what = { alias: 'tote', quantity: 1, refNo, delivery: 'Mail', address, vouchers: [] } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what })
  })
  const token = await api.signIn(member.id)
  const parcel = async () => {
    const { body } = await api.call(endpoints.listRedeemedItems, {}, { token })
    return v.parse(endpoints.listRedeemedItems.answer, body).redeemed_items[0]?.parcel
  }
  const told = async () => {
    const { body } = await api.call(endpoints.toldActs, {}, { token })
    return v.parse(endpoints.toldActs.answer, body).acts.map(({ action }) => action)
  }
  return { ...member, refNo, parcel, told }
}

type Mark = Parameters<typeof staff.call<typeof endpoints.markParcels>>[1]['state']
async function mark(
  refNo: string,
  state: Mark = 'sent',
  tracking: string | null = null,
): Promise<CanUndo['undo'] | null> {
  const [one] = (await staff.call(endpoints.markParcels, { refNos: [refNo], state, tracking }, ada)).marked
  if (one?.kind !== 'marked') throw new Error('It was not marked')
  return one.undo
}
const send = async (refNo: string) => undoable({ undo: await mark(refNo, 'sent', 'RR1HK') })

/** A member who has paid for an application, and the payment. */
async function applied() {
  const member = await newMember(api.db)
  const now = new Date()
  await inTransaction(api.serverDb, async (transaction) => {
    await moveApplication(transaction, member.id, { event: 'applied', now })
    const card = { member_id: member.id, key_id: 'k', sealed: Buffer.from('x'), media_type: 'image/png' as const }
    await transaction
      .insertInto('student_cards')
      .values({ ...card, stored_at: now, delete_at: new Date(now.getTime() + 150 * 86_400_000) })
      .execute()
  })
  const terms = { amount: 300, currency: '344', merchantId: '88888888' }
  const placed = await placeOrder(api.serverDb, { memberId: member.id, purpose: 'youth', terms, minutes: 60, now })
  if (placed.kind !== 'placed') throw new Error('No order')
  const payRef = newPayRef()
  const report = { ...terms, orderRef: placed.orderRef, payRef, isPayment: true }
  const { notify } = api.dependencies
  await takeReport(api.serverDb, { report, amountText: '300.0', now, pointsExpiryMonths: null, notify })
  await api.db.deleteFrom('mailbox').where('recipient', '=', member.email).execute()
  const stored = async () => ({
    ...(await api.db
      .selectFrom('members')
      .select(['ya_status', 'ya_expires_at', 'ya_reason'])
      .where('id', '=', member.id)
      .executeTakeFirstOrThrow()),
    ...(await api.db
      .selectFrom('payments')
      .select(['outcome', 'refund_reason', 'refunded_at'])
      .where('pay_ref', '=', payRef)
      .executeTakeFirstOrThrow()),
    ...(await api.db
      .selectFrom('student_cards')
      .select('delete_at')
      .where('member_id', '=', member.id)
      .executeTakeFirstOrThrow()),
  })
  return { ...member, payRef, stored }
}

type Decision = Parameters<typeof staff.call<typeof endpoints.decideApplication>>[1]['decision']
const rejected: Decision = { event: 'rejected', reason: { own: 'The card has expired' } }
async function decide({ id }: TestMember, decision: Decision) {
  const { application } = await staff.call(endpoints.getApplication, { memberId: id }, ada)
  const card = application?.card?.storedAt ?? null
  const decided = await staff.call(endpoints.decideApplication, { memberId: id, card, decision }, ada)
  if (decided.kind !== 'decided') throw new Error(`Not decided: ${decided.kind}`)
  return undoable(decided)
}

const noteRefund = async (payRef: string) => {
  const noted = await staff.call(endpoints.noteRefund, { payRef, note: 'R-1 at the gateway' }, ada)
  return noted.kind === 'noted' ? undoable(noted) : noted.kind
}

async function adjust({ id }: TestMember, points: number, reason = 'A concert that ended early') {
  const fields = { memberId: id, points: Math.abs(points), reason, isDryRun: false }
  const adjusted = await staff.call(
    endpoints.adjustPoints,
    points > 0
      ? { kind: 'grant', type: 'Bulk Import', ...fields }
      : { kind: 'revoke', type: 'Return/Refund/Exchange', ...fields },
    ada,
  )
  return adjusted.kind === 'adjusted' ? undoable(adjusted) : adjusted.kind
}

test('A parcel that was sent by mistake is where it was, its member reads and gets nothing, and the log has both', async () => {
  const member = await ordered()
  const act = await send(member.refNo)
  expect(await member.parcel()).toMatchObject({ state: 'sent', tracking: 'RR1HK' })
  expect(await mailsTo(member)).toEqual(['reward_sent'])
  expect(await undo(act, bo)).toBe('undone')
  expect(await member.parcel()).toEqual({ state: 'ordered', at: null, tracking: null })
  expect([await mailsTo(member), await member.told()]).toEqual([[], []])
  expect(await findActs({ subject_id: member.refNo })).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'parcel_send' },
    { actor: `staff:${bo.sub}`, role: 'owner', action: 'act_undo', after: { undone: 'parcel_send' } },
  ])
  const { acts } = await staff.call(endpoints.listActs, { member: member.email }, ada)
  expect(acts.map(({ action, undo: window }) => [action, window?.isUndone ?? null])).toEqual([
    ['act_undo', null],
    ['parcel_send', true],
  ])
  expect(await differences()).toEqual([])
  // And it is sent after all.
  await send(member.refNo)
  await endUndo(api.db)
  expect([await mailsTo(member), await member.told()]).toEqual([['reward_sent'], ['parcel_send']])
  expect(await differences()).toEqual([])
})

test('A parcel that came back once has its state, its time and its note again', async () => {
  const { refNo, parcel } = await ordered()
  await mark(refNo, 'packed')
  await mark(refNo, 'sent', 'RR7HK')
  await mark(refNo, 'returned')
  const before = await parcel()
  expect(before).toMatchObject({ state: 'returned', tracking: 'RR7HK' })
  expect(await undo(await send(refNo))).toBe('undone')
  expect(await parcel()).toEqual(before)
})

test.each([{ event: 'approved' } as const, rejected])(
  'A decision is undone with its payment, its card and its mail: %o',
  async (decision) => {
    const member = await applied()
    const before = await member.stored()
    const act = await decide(member, decision)
    expect(await member.stored()).not.toEqual(before)
    expect(await mailsTo(member)).toEqual([decision.event === 'approved' ? 'youth_approved' : 'youth_rejected'])
    expect(await undo(act)).toBe('undone')
    expect(await member.stored()).toEqual(before)
    expect(await mailsTo(member)).toEqual([])
    const { application } = await staff.call(endpoints.getApplication, { memberId: member.id }, ada)
    expect(application).toMatchObject({ status: 'Pending Approval', decision: null })
    expect(await differences()).toEqual([])
    await decide(member, decision)
  },
)

test('A rejection whose payment was refunded meanwhile stays, with its mail: nothing is half done', async () => {
  const member = await applied()
  const act = await decide(member, rejected)
  await noteRefund(member.payRef)
  const before = await member.stored()
  expect(await undo(act)).toBe('changed')
  expect(await member.stored()).toEqual(before)
  expect(await mailsTo(member)).toEqual(['youth_rejected'])
  expect((await findActs({ member_id: member.id })).map(({ action }) => action)).not.toContain('act_undo')
})

test('A refund that was noted for the wrong payment waits again, and can be noted', async () => {
  const member = await applied()
  await decide(member, rejected)
  const before = await member.stored()
  const act = await noteRefund(member.payRef)
  expect(await undo(act)).toBe('undone')
  expect(await member.stored()).toEqual(before)
  expect(await differences()).toEqual([])
  expect(await noteRefund(member.payRef)).not.toBe('refused')
})

const bucketsOf = ({ id }: TestMember) =>
  api.db
    .selectFrom('point_buckets')
    .select(['remaining', 'expires_at'])
    .where('member_id', '=', id)
    .where('remaining', '>', 0)
    .orderBy('expires_at')
    .execute()

const give = ({ id }: TestMember, points: number, expiresAt: Date | null) =>
  inTransaction(api.db, async (transaction) => {
    await lockMember(transaction, id)
    const cause = { memberId: id, code: 'Bulk Import', reference: randomUUID(), now: new Date() }
    await givePoints(transaction, cause, points, expiresAt)
  })

test('Points that were given or taken by mistake are as before, to the day, and the member reads of a correction', async () => {
  const member = await newMember(api.db)
  await give(member, 100, new Date(inDays(10)))
  await give(member, 300, new Date(inDays(20)))
  const before = await bucketsOf(member)
  expect(await undo(await adjust(member, 500))).toBe('undone')
  expect(await bucketsOf(member)).toEqual(before)
  expect(await undo(await adjust(member, -250))).toBe('undone')
  expect([await pointsOf(api.db, member.id), (await bucketsOf(member)).map(({ expires_at: at }) => at)]).toEqual([
    400,
    [...before.map(({ expires_at: at }) => at), before[1]?.expires_at],
  ])
  const token = await api.signIn(member.id)
  const { body } = await api.call(endpoints.pointTransactions, {}, { token })
  const log = v.parse(endpoints.pointTransactions.answer, body).point_transactions
  const corrected = expect.objectContaining({ en: 'Corrected by Club Bravo' })
  expect(log.slice(0, 5).map(({ delta_balance: points, description }) => [points, description])).toEqual([
    [150, corrected],
    [100, corrected],
    [-250, 'Return/Refund/Exchange'],
    [-500, corrected],
    [500, 'Bulk Import'],
  ])
  expect(await differences()).toEqual([])
  // The same, for the same reason, is no repetition of what was undone.
  const again = await adjust(member, 500)
  expect(await adjust(member, 500)).toBe('repeated')
  expect(await undo(again)).toBe('undone')
  expect(await adjust(member, 500)).toMatch(/^\d+$/)
  expect(await adjust(member, 500)).toBe('repeated')
  expect(await differences()).toEqual([])
})

test('Points that the member has spent meanwhile are not taken back, not even in part', async () => {
  const member = await newMember(api.db)
  const act = await adjust(member, 500)
  await inTransaction(api.db, async (transaction) => {
    await lockMember(transaction, member.id)
    await takePoints(
      transaction,
      { memberId: member.id, code: 'Bulk Import', reference: randomUUID(), now: new Date() },
      1,
    )
  })
  expect(await undo(act)).toBe('spent')
  expect(await pointsOf(api.db, member.id)).toBe(499)
})

/** How an event is planned. */
const plan = async (): Promise<EventPlan> => {
  const { events } = await staff.call(endpoints.listEvents, {}, ada)
  const found = events.find(({ alias }) => alias === 'walk')
  if (!found) throw new Error('There is no such event')
  return {
    startsAt: found.startsAt,
    venue: found.venue ?? { en: '', tc: '', sc: '' },
    isPublished: found.isPublished,
  }
}

test('An event that was postponed by mistake takes place, and no guest ever reads otherwise', async () => {
  const guest = await club.newGuest()
  await club.register(guest, 'walk')
  const tell = () => tellAboutEvents(api.serverDb, { now: new Date(), notify: api.dependencies.notify })
  const from = await plan()
  const postpone = async (to: EventPlan, now = from) => {
    const changed = await staff.call(endpoints.changeEvent, { alias: 'walk', from: now, to, reason: 'No hall' }, ada)
    return changed.kind === 'saved' ? undoable(changed) : changed.kind
  }
  const act = await postpone({ ...from, isPublished: false })
  expect(await tell()).toEqual({ told: 0, failures: [] })
  expect(await undo(act)).toBe('undone')
  expect(await plan()).toEqual(from)
  await endUndo(api.db)
  expect(await tell()).toEqual({ told: 0, failures: [] })

  // Moved by one and then by another: the first is no longer what it was.
  const moved = { ...from, startsAt: inDays(20) }
  const first = await postpone(moved)
  const second = await postpone({ ...moved, isPublished: false }, moved)
  expect(await undo(first)).toBe('changed')
  expect([await undo(second), await undo(first)]).toEqual(['undone', 'undone'])
  await postpone({ ...from, isPublished: false })
  await endUndo(api.db)
  expect((await tell()).told).toBe(1)
  expect((await mailsTo(guest)).slice(1)).toEqual(['event_withdrawn'])
})

test('Once its time is over, or it is undone, an act stays; and what never could be undone is unknown', async () => {
  const member = await ordered()
  const act = await send(member.refNo)
  await endUndo(api.db)
  expect(await undo(act)).toBe('over')
  expect(await member.parcel()).toMatchObject({ state: 'sent' })
  expect(await mailsTo(member)).toEqual(['reward_sent'])
  const other = await send((await ordered()).refNo)
  expect([await undo(other), await undo(other)]).toEqual(['undone', 'repeated'])
  expect(await undo('999999999999')).toBe('unknown')
  const { id } = await api.db
    .selectFrom('staff_acts')
    .select('id')
    .where('action', '=', 'act_undo')
    .executeTakeFirstOrThrow()
  expect(await undo(id)).toBe('unknown')
  for (const acts of [[], ['x'], ['-1'], [7], 'all', Array.from({ length: 501 }, () => '1')])
    expect(await staff.send(endpoints.undoActs, { acts }, { cookie: ada.cookie })).toMatchObject({ status: 422 })
})

test('Who may not do it may not undo it, nor anybody what others have to do to their own membership', async () => {
  const { refNo, parcel } = await ordered()
  const act = await send(refNo)
  expect(await undo(act, steward)).toBe('no_permission')
  expect(await parcel()).toMatchObject({ state: 'sent' })
  const finance = await signedInStaff(api, ['finance', 'fulfilment'])
  expect(await undo(act, finance)).toBe('undone')
  expect(await findActs({ action: 'act_undo', subject_id: refNo })).toMatchObject([{ role: 'fulfilment' }])

  const own = await newMember(api.db)
  await give(own, 300, null)
  const taken = await adjust(own, -200)
  const account = { provider_issuer: 'built-in', provider_subject: bo.sub }
  await api.db.updateTable('members').set(account).where('id', '=', own.id).execute()
  const refused = await staff.send(endpoints.undoActs, { acts: [taken] }, { cookie: bo.cookie })
  expect([refused.status, refused.body['refusal']]).toEqual([403, 'own_member'])
  expect(await pointsOf(api.db, own.id)).toBe(100)
})

test('A mail about an act waits by the database’s clock, whatever a server’s says, and is shown nowhere before', async () => {
  const member = await ordered()
  await send(member.refNo)
  const ahead = new Date(Date.now() + 3_600_000)
  await api.db
    .updateTable('mailbox')
    .set({ due_at: new Date(0) })
    .where('recipient', '=', member.email)
    .execute()
  const take = async () => (await takeDueMails(api.serverDb, { now: ahead, leaseUntil: ahead, limit: 100 })).length
  const shown = async () =>
    (await findNewestMails(api.serverDb, 50)).filter(({ recipient }) => recipient === member.email).length
  expect([await take(), await shown()]).toEqual([0, 0])
  await endUndo(api.db)
  expect([await take(), await shown()]).toEqual([1, 1])
})

/** The pools of two servers. */
function twoServers() {
  const stores = [1, 2].map(() => createStore({ url: api.database.url, log: () => undefined, connections: 3 }))
  onTestFinished(async () => {
    for (const { close } of stores) await close()
  })
  const [one, other] = stores
  if (!one || !other) throw new Error('There are not two servers')
  return [one.db, other.db] as const
}

test('Two servers undo one act: it is undone once, and the second is told', async () => {
  const servers = twoServers()
  const { refNo, parcel } = await ordered()
  const act = await send(refNo)
  const both = await Promise.all(servers.map((db) => undoAct(asStaff(db), act, new Date())))
  expect(both.toSorted()).toEqual(['repeated', 'undone'])
  expect(await parcel()).toMatchObject({ state: 'ordered' })
  expect(await findActs({ action: 'act_undo', subject_id: refNo })).toHaveLength(1)
})

/** Takes mails to send, as servers do, until `stop`. Resolves to those to whom they are. */
function takeMails(db: ConnectionPool) {
  const stopping = new AbortController()
  const taken: string[] = []
  const take = async () => {
    const lease = { now: new Date(), leaseUntil: new Date(Date.now() + 60_000), limit: 5 }
    taken.push(...(await takeDueMails(db, lease)).map(({ recipient }) => recipient))
  }
  const takeOn = async () => {
    while (!stopping.signal.aborted) await take()
    await take()
    return taken
  }
  const taking = takeOn()
  return () => {
    stopping.abort()
    return taking
  }
}

test('At the moment when its time ends, an act is undone or its mail is taken, and never both', async () => {
  const [undoing, sending] = twoServers()
  const became: string[] = []
  // How long it can be undone: about as long as undoing takes on this machine.
  let windowMs = 20
  for (let attempt = 0; attempt < 60; attempt += 1) {
    const member = await ordered()
    const act = await send(member.refNo)
    await api.db
      .updateTable('mailbox')
      .set({ due_at: new Date(0) })
      .where('act_id', '=', act)
      .execute()
    await sql`update undoable_acts set ends_at = clock_timestamp() + ${windowMs} * interval '1 ms'
      where act_id = ${act}`.execute(api.db)
    const stop = takeMails(sending)
    const kind = await undoAct(asStaff(undoing), act, new Date())
    const taken = (await stop()).includes(member.email)
    const { state } = (await member.parcel()) ?? {}
    const found = { kind, state, mails: await mailsTo(member), takenAfterUndo: kind === 'undone' && taken }
    const ends = [
      { kind: 'undone', state: 'ordered', mails: [], takenAfterUndo: false },
      { kind: 'over', state: 'sent', mails: ['reward_sent'], takenAfterUndo: false },
    ]
    expect(ends).toContainEqual(found)
    became.push(kind)
    windowMs = kind === 'over' ? windowMs * 1.3 : windowMs * 0.75
  }
  expect(new Set(became)).toEqual(new Set(['undone', 'over']))
})
