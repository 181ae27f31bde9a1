import { tierEndOf } from '#contract/member/renewal.ts'
import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { endOfDayAfter } from '#contract/hongKong.ts'
import { endpoints } from '#contract/index.ts'
import { startMaintenance } from '#server/maintenance/maintenance.ts'
import { audit } from '#server/services/audit.ts'
import { recordAct } from '#server/services/acts.ts'
import { newReference, newVoucherCode } from '#server/services/codes.ts'
import { listToldActs } from '#server/services/membership/toldActs.ts'
import { saveStudentCard } from '#server/services/membership/studentCards.ts'
import { adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { takePoints } from '#server/services/points/points.ts'
import { markVoucher } from '#server/services/spending/vouchers.ts'
import { addActs } from '#server/store/staffActs.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { beginClosure } from '#server/store/members/accountClosures.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newContentFolder, validFiles } from '#tests/support/contents.ts'
import { runCommand } from '#tests/support/commands.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { lastMailTo } from '#tests/support/mailbox.ts'
import { approveYouth, asStaff, testActor } from '#tests/support/staff.ts'
import { type SignedInStaff, signedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'
import { event, openEvents } from './eventGuests.ts'

const { api, staff, ada } = await staffedApi('owner')

const operator = `cli:${userInfo().username}`
const hour = 3_600_000

/** Does something, and resolves to the acts that it has left: those of Ada, or of an operator. */
async function actsOf(work: () => Promise<unknown>, by: 'ada' | 'operator' = 'ada') {
  const before = await api.db
    .selectFrom('staff_acts')
    .select(sql<string>`coalesce(max(id), 0)`.as('id'))
    .executeTakeFirst()
  await work()
  const acts = await api.db
    .selectFrom('staff_acts')
    .selectAll()
    .where('id', '>', before?.id ?? '0')
    .orderBy('id')
    .execute()
  for (const { actor, role, at } of acts) {
    expect([actor, role]).toEqual(by === 'ada' ? [`staff:${ada.sub}`, 'owner'] : [operator, null])
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(hour)
  }
  return acts.map(
    ({ action, subject_kind: kind, subject_id: id, member_id: memberId, before: was, after, reason }) => ({
      action,
      subject: id === null ? kind : `${kind} ${id}`,
      memberId,
      ...(was !== null && { before: was }),
      ...(after !== null && { after }),
      ...(reason !== null && { reason }),
    }),
  )
}

/** Runs an operator's words, which succeed, and resolves to the acts that they have left. */
const actsOfCommand = (...words: string[]) =>
  actsOf(async () => expect(await runCommand(api.dataDir, words)).toMatchObject({ code: 0 }), 'operator')

async function pay(amount: string) {
  const payRef = newReference()
  await sql`insert into payments (pay_ref, given_ref, amount, currency, outcome, refund_reason, received_at)
    values (${payRef}, 'unknown', ${amount}, '344', 'refund', 'unknown_order', now())`.execute(api.db)
  return payRef
}

/** A member with a voucher. */
async function holder() {
  const { id, email } = await newMember(api.db)
  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 500, at: new Date() }])
  const [code, refNo] = [newVoucherCode(), newReference()]
  await inTransaction(api.db, async (transaction) => {
    const taken = await takePoints(
      transaction,
      { memberId: id, code: 'Reward Redemption', reference: refNo, now: new Date() },
      100,
    )
    if (taken.kind === 'short') throw new Error('Too few points')
    const what = { alias: 'drink', quantity: 1, refNo, delivery: 'Email', address: null } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what, vouchers: [{ code, expiresAt: null }] })
  })
  const voucher = await api.db.selectFrom('vouchers').select('id').where('code', '=', code).executeTakeFirstOrThrow()
  return { id, email, code, refNo, voucherId: voucher.id }
}

/** A member whose application waits, with a card. */
async function applicant() {
  const { id, email } = await newMember(api.db)
  const card = { memberId: id, type: 'image/png', bytes: Buffer.from('a card') } as const
  await inTransaction(api.db, (transaction) =>
    saveStudentCard(transaction, card, { readKeys: api.dependencies.sealingKeys, now: new Date() }),
  )
  await api.db.updateTable('members').set({ ya_status: 'Pending Approval' }).where('id', '=', id).execute()
  return { id, email }
}

const returnIt = (ticketNo: string) => () =>
  staff.call(endpoints.returnTicket, { ticketNo, reason: 'Moved', isDryRun: false }, ada)

test('Points that are given, taken and returned leave who did it, why, and what there was before and after', async () => {
  const { id } = await newMember(api.db)
  const memberId = id
  const entry = expect.stringMatching(/^entry \d+$/)
  const reason = 'Competition of May'
  const give = { memberId, kind: 'grant', points: 500, type: 'Bulk Import', reason } as const
  const giveIt = (isDryRun: boolean) => () => staff.call(endpoints.adjustPoints, { ...give, isDryRun }, ada)
  expect(await actsOf(giveIt(true))).toEqual([])
  expect(await actsOf(giveIt(false))).toEqual([
    { action: 'points_grant', subject: entry, memberId, before: { points: 0 }, after: { points: 500 }, reason },
  ])
  expect(await actsOf(giveIt(false))).toEqual([])
  const take = { memberId, kind: 'revoke', points: 200, type: 'Bulk Import', reason: 'A mistake' } as const
  expect(await actsOf(() => staff.call(endpoints.adjustPoints, { ...take, isDryRun: false }, ada))).toEqual([
    {
      action: 'points_revoke',
      subject: entry,
      memberId,
      before: { points: 500 },
      after: { points: 300 },
      reason: 'A mistake',
    },
  ])
  const [claimed, unclaimed] = [await issueTicket(api.db), await issueTicket(api.db)]
  await claimFor(api.db, claimed, id)
  const points = await pointsOf(api.db, id)
  expect(await actsOf(returnIt(claimed.ticketNo))).toEqual([
    {
      action: 'ticket_return',
      subject: entry,
      memberId,
      before: { points },
      after: { points: 300, ticket: claimed.ticketNo },
      reason: 'Moved',
    },
  ])
  expect(await actsOf(returnIt(unclaimed.ticketNo))).toEqual([
    { action: 'ticket_return', subject: `ticket ${unclaimed.ticketNo}`, memberId: null, reason: 'Moved' },
  ])
})

/** Decides by the card that there is. */
const decide = (memberId: string, decision: RequestOf<typeof endpoints.decideApplication>['decision']) => async () => {
  const { application } = await staff.call(endpoints.getApplication, { memberId }, ada)
  const card = application?.card?.storedAt ?? null
  return staff.call(endpoints.decideApplication, { memberId, card, decision }, ada)
}

/** The look of who opens a member's application. */
const opened = (id: string) => ({ action: 'member_read', subject: `account ${id}`, memberId: id })

test('Looks at a student card and decisions leave an act, each for its member', async () => {
  const [one, other] = [await applicant(), await applicant()]
  const ofOne = { subject: `application ${one.id}`, memberId: one.id }
  const look = () => staff.send(endpoints.studentCard, { memberId: one.id }, { cookie: ada.cookie })
  expect(await actsOf(look)).toEqual([{ action: 'card_view', ...ofOne }])
  const waiting = { status: 'Pending Approval' }
  expect(await actsOf(decide(one.id, { event: 'approved' }))).toEqual([
    opened(one.id),
    { action: 'youth_approve', ...ofOne, before: waiting, after: { status: 'Approved' } },
  ])
  expect(await actsOf(decide(one.id, { event: 'approved' }))).toEqual([])
  const rejected = { event: 'rejected', reason: { own: 'It cannot be read' } } as const
  expect(await actsOf(decide(other.id, rejected))).toEqual([
    opened(other.id),
    {
      action: 'youth_reject',
      subject: `application ${other.id}`,
      memberId: other.id,
      before: waiting,
      after: { status: 'Rejected' },
      reason: 'It cannot be read',
    },
  ])
})

test('Who opens a member leaves one act a day, of which the member reads the day and the role', async () => {
  const { id, email } = await newMember(api.db)
  const [bo, cy, di] = await Promise.all(
    (['counter', 'counter', 'membership'] as const).map((role) => signedInStaff(api, [role])),
  )
  if (!bo || !cy || !di) throw new Error('Nobody is at work')
  const atCounter = (who: SignedInStaff) => staff.call(endpoints.counterMember, { memberId: id }, who)
  const inBooks = (who: SignedInStaff) => staff.call(endpoints.memberBooks, { memberId: id }, who)
  const recorded = async () => {
    const { rows } = await sql<{ look: string }>`
      select concat_ws(' ', actor, role, action) as look from staff_acts where member_id = ${id} order by 1`.execute(
      api.db,
    )
    return rows.map(({ look }) => look)
  }
  expect((await staff.call(endpoints.searchMembers, { text: email }, bo)).members).toHaveLength(1)
  expect(await recorded()).toEqual([])
  expect(await staff.send(endpoints.memberBooks, { memberId: id }, { cookie: bo.cookie })).toMatchObject({
    status: 403,
  })
  await Promise.all([bo, bo, bo, cy, di].map(atCounter))
  await Promise.all([di, di, di].map(inBooks))
  expect(await recorded()).toEqual(
    [
      `staff:${bo.sub} counter member_search`,
      `staff:${cy.sub} counter member_search`,
      `staff:${di.sub} membership member_read`,
      `staff:${di.sub} membership member_search`,
    ].toSorted(),
  )
  // Two minutes to midnight in Hong Kong, and two after.
  for (const at of ['2026-05-03T15:58:00Z', '2026-05-03T16:02:00Z'])
    await sql`insert into staff_acts (at, actor, role, action, subject_kind, subject_id, member_id)
      values (${at}, ${`staff:${bo.sub}`}, 'counter', 'member_search', 'account', ${id}, ${id})`.execute(api.db)
  const token = await api.signIn(id)
  const { acts } = v.parse(endpoints.toldActs.answer, (await api.call(endpoints.toldActs, {}, { token })).body)
  const today = endOfDayAfter(new Date(), -1).toISOString()
  expect(acts.map(({ at, role, reason }) => [at, role, reason])).toEqual([
    [today, 'counter', null],
    [today, 'membership', null],
    ['2026-05-03T16:00:00.000Z', 'counter', null],
    ['2026-05-02T16:00:00.000Z', 'counter', null],
  ])
  const { body } = await api.call(endpoints.exportAccount, {}, { token })
  const { looks } = v.parse(v.object({ looks: v.array(v.unknown()) }), body['data'])
  expect(looks).toEqual(
    expect.arrayContaining([
      { day: '2026-05-03', role: 'counter' },
      { day: '2026-05-04', role: 'counter' },
    ]),
  )
  expect(looks).toHaveLength(4)
  expect(JSON.stringify(body)).not.toContain(bo.sub)
})

test('Who opens an application looks at the member, too', async () => {
  const { id } = await newMember(api.db)
  await api.db.updateTable('members').set({ ya_status: 'Pending Approval' }).where('id', '=', id).execute()
  const bo = await signedInStaff(api, ['membership'])
  await staff.call(endpoints.getApplication, { memberId: id }, bo)
  const token = await api.signIn(id)
  const { acts } = v.parse(endpoints.toldActs.answer, (await api.call(endpoints.toldActs, {}, { token })).body)
  expect(acts).toMatchObject([{ action: 'member_read', role: 'membership' }])
})

test('Marks of vouchers, refunds, conversions, upgrades and closures leave acts', async () => {
  const { id, code, refNo, voucherId } = await holder()
  const memberId = id
  const used = { action: 'voucher_use', subject: `voucher ${voucherId}`, memberId }
  const mark = (isUsed: boolean) => () => staff.call(endpoints.markVoucher, { code, isUsed, takesExpired: false }, ada)
  expect(await actsOf(mark(true))).toMatchObject([{ ...used, before: { used_at: null }, after: { redemption: refNo } }])
  expect(await actsOf(mark(true))).toEqual([])
  expect(await actsOf(mark(false))).toMatchObject([{ ...used, action: 'voucher_unuse' }])

  const payRef = await pay('300')
  expect(await actsOf(() => staff.call(endpoints.noteRefund, { payRef, note: 'R-1' }, ada))).toEqual([
    { action: 'refund_note', subject: `payment ${payRef}`, memberId: null, reason: 'R-1' },
  ])

  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 5000, at: new Date(0) }])
  const conversion = {
    points_to_convert: 1000,
    asia_miles_membership_number: '1234567890',
    asia_miles_member_first_name: 'Ada',
    asia_miles_member_last_name: 'Chan',
  }
  await api.call(endpoints.redeemAsiaMiles, conversion, { token: await api.signIn(id) })
  const { ref_no: converted } = await api.db.selectFrom('miles_conversions').select('ref_no').executeTakeFirstOrThrow()
  const ofConversion = { subject: `conversion ${converted}`, memberId }
  expect(await actsOf(() => staff.call(endpoints.exportConversions, {}, ada))).toEqual([
    { action: 'conversion_export', ...ofConversion },
  ])
  expect(await actsOf(() => staff.call(endpoints.markConversions, { refNos: [converted] }, ada))).toEqual([
    { action: 'conversion_send', ...ofConversion },
  ])

  const links = { for: 'anyone', kind: 'sc', tier: 'Red', count: 2, days: 90, lang: 'en', isDryRun: false } as const
  const [issued] = await actsOf(() => staff.call(endpoints.issueUpgrades, links, ada))
  expect(issued).toMatchObject({ action: 'upgrade_issue', memberId: null, after: { kind: 'sc', tier: 'Red' } })
  const [name = ''] = (issued?.subject ?? '').split(' ').slice(1)
  expect(await actsOf(() => staff.call(endpoints.revokeUpgrades, { names: [name] }, ada))).toEqual([
    { action: 'upgrade_revoke', subject: `upgrade_token ${name}`, memberId: null },
  ])

  const closesAt = new Date(Date.now() + hour)
  await inTransaction(api.db, (transaction) =>
    beginClosure(transaction, { memberId, tokenHash: 'hash', now: new Date(), closesAt }),
  )
  const reopening = { memberId, isClosed: false, reason: 'Asked for it by phone' }
  expect(await actsOf(() => staff.call(endpoints.closeAccountOf, reopening, ada))).toEqual([
    { action: 'closure_undo', subject: `account ${id}`, memberId, reason: reopening.reason },
  ])
})

test('Staff make a member Diamond, without an end, and end it: each with an act and an email that the member reads', async () => {
  const { id, email } = await newMember(api.db)
  const tier = () =>
    api.db
      .selectFrom('members')
      .select(['membership_tier as tier', 'tier_expiry_date as end'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const reason = 'A patron for twenty years'
  const invite = (given: 'Red' | 'Gold' | 'Diamond' | null) =>
    staff.call(endpoints.inviteToTier, { memberId: id, tier: given, reason }, ada)
  expect(await invite(null)).toEqual({ kind: 'refused', tier: 'Black' })
  expect(await invite('Diamond')).toEqual({ kind: 'given', tier: 'Diamond', end: null })
  expect(await tier()).toEqual({ tier: 'Diamond', end: null })
  expect(await lastMailTo(api, email)).toContain('Your Diamond membership has no expiry date.')
  expect(await invite('Gold')).toEqual({ kind: 'refused', tier: 'Diamond' })
  const end = tierEndOf(new Date())
  const [one, other] = await Promise.all([invite(null), invite(null)])
  expect([one, other]).toEqual(
    expect.arrayContaining([
      { kind: 'ended', tier: 'Gold', end: end.toISOString() },
      { kind: 'refused', tier: 'Gold' },
    ]),
  )
  expect(await tier()).toEqual({ tier: 'Gold', end })
  expect(await lastMailTo(api, email)).toContain('and you’re now a Gold member of Club Bravo.')
  expect(await pointsOf(api.db, id)).toBe(0)
  const acts = (await listToldActs(api.db, id)).filter(({ role }) => role === null)
  expect(acts.map(({ action, tier: has, reason: why }) => [action, has, why])).toEqual([
    ['tier_end', 'Gold', reason],
    ['tier_invite', 'Diamond', reason],
  ])
  expect((await audit(api.serverDb, id)).differences).toEqual([])
  await api.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
  expect(await invite('Gold')).toEqual({ kind: 'closed' })
})

test('Settlements, contents and keys leave acts', async () => {
  const { performanceId } = await issueTicket(api.db)
  const over = { ends_at: new Date(Date.now() - hour), settled_at: null }
  await api.db.updateTable('performances').set(over).where('id', '=', performanceId).execute()
  expect(await actsOfCommand('settle')).toContainEqual({
    action: 'performance_settle',
    subject: `performance ${performanceId}`,
    memberId: null,
  })
  const contents = await newContentFolder(validFiles())
  expect(await actsOfCommand('content', 'import', contents.dir)).toMatchObject([
    { action: 'content_import', memberId: null, after: { texts_added: 3, pictures: 1 } },
  ])
  expect(await actsOfCommand('content', 'import', contents.dir)).toEqual([])
  await contents.remove()
  const keys = ['identity', 'cookie']
  expect(await actsOfCommand('rotate')).toMatchObject(
    keys.map((purpose) => ({ action: 'key_rotate', subject: `keys ${purpose}`, after: { key: expect.any(String) } })),
  )
  expect(await actsOfCommand('rotate', 'retire')).toMatchObject(
    keys.map((purpose) => ({ action: 'key_retire', subject: `keys ${purpose}` })),
  )
  expect(await actsOfCommand('rotate', 'cards')).toMatchObject([{ action: 'key_rotate', subject: 'keys cards' }])
  expect(await actsOfCommand('rotate', 'retire', 'cards')).toMatchObject([
    { action: 'key_retire', subject: 'keys cards' },
  ])
})

const readGuests = (alias: string) => () =>
  staff.call(endpoints.eventGuests, { alias, reason: 'List for the door' }, ada)

test('The guests of an event are read for a reason that each of them can read', async () => {
  const club = await openEvents(api, [event('talk')])
  const guests = [await club.newGuest(), await club.newGuest()]
  for (const guest of guests) await club.register(guest, 'talk', 2)
  api.setTime(null)
  expect(await actsOf(readGuests('other'))).toEqual([])
  const act = { action: 'guests_export', subject: 'event talk', reason: 'List for the door' }
  expect(await actsOf(readGuests('talk'))).toEqual(guests.map(({ id }) => ({ ...act, memberId: id })))
})

test('A periodic task leaves its name', async () => {
  const { id } = await newMember(api.db)
  await approveYouth(api.db, id, new Date('2026-01-01'))
  const log = { info: () => undefined, error: (line: string) => api.errors.push(line), warn: () => undefined }
  const config = { settleMinutes: 60, pointsExpiryMonths: null, smtpUrl: null, origin: 'https://club.test' }
  const stop = startMaintenance(api.serverDb, config, log)
  await expect
    .poll(() => api.db.selectFrom('staff_acts').select(['actor', 'action']).where('member_id', '=', id).execute())
    .toContainEqual({ actor: 'timer:Ending approvals of young members', action: 'youth_expire' })
  await stop()
})

test('An act is written once and for good: the server can neither change it nor choose its time', async () => {
  const { id } = await newMember(api.db)
  const give = { memberId: id, kind: 'grant', points: 5, type: 'Bulk Import', reason: 'For good' } as const
  await staff.call(endpoints.adjustPoints, { ...give, isDryRun: false }, ada)
  const attempts = [
    "update staff_acts set actor = 'cli:somebody'",
    'delete from staff_acts',
    'truncate staff_acts cascade',
    "insert into staff_acts (at, actor, action, subject_kind) values ('2020-01-01', 'cli:x', 'card_view', 'application')",
  ]
  for (const attempt of attempts)
    await expect(sql.raw(attempt).execute(api.serverDb)).rejects.toThrow(/permission denied/)
  for (const attempt of attempts.slice(0, 3))
    await expect(sql.raw(attempt).execute(api.db)).rejects.toThrow('append-only')
  const acts = await api.db.selectFrom('staff_acts').select('reason').where('member_id', '=', id).execute()
  expect(acts).toEqual([{ reason: 'For good' }])
})

test('A change that fails leaves no act, and one whose act cannot be written is not made', async () => {
  const { id, email } = await newMember(api.db)
  const grant = {
    kind: 'grant',
    member: email,
    points: 5,
    type: 'Bulk Import',
    reason: 'Nobody',
    pointsExpiryMonths: null,
    isDryRun: false,
    now: new Date(),
  } as const
  // The database refuses the character.
  const nobody = api.serverDb.actingAs({ name: testActor, role: '\u0000' })
  await expect(adjustPoints(nobody, grant)).rejects.toThrow('unsupported Unicode')
  expect(await pointsOf(api.db, id)).toBe(0)
  const subject = { kind: 'application', id } as const
  const failing = inTransaction(asStaff(api.db), async (transaction) => {
    await recordAct(transaction, { action: 'card_view', subject, memberId: id })
    await sql`select 1 / 0`.execute(transaction)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await api.db.selectFrom('staff_acts').select('id').where('member_id', '=', id).execute()).toEqual([])
})

test('Three people mark one voucher: one act', async () => {
  const { id, code } = await holder()
  const mark = { code, isUsed: true, takesExpired: false, undoes: 'any', isDryRun: false, now: new Date() } as const
  await Promise.all([1, 2, 3].map(() => markVoucher(asStaff(api.serverDb), mark)))
  expect(await api.db.selectFrom('staff_acts').select('action').where('member_id', '=', id).execute()).toEqual([
    { action: 'voucher_use' },
  ])
})

test('An audit names every change without its act', async () => {
  const unrecorded = async (memberId?: string) =>
    (await audit(api.serverDb, memberId)).differences.filter((line) => line.includes('no act'))
  expect(await unrecorded()).toEqual([])
  const { id, voucherId } = await holder()
  const payRef = await pay('10')
  const ticket = await issueTicket(api.db)
  const [approved, rejected] = [await newMember(api.db), await newMember(api.db)]
  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 7, at: new Date() }])
  const entry = await api.db
    .selectFrom('point_transactions')
    .select('id')
    .where('member_id', '=', id)
    .where('delta_balance', '=', 7)
    .executeTakeFirstOrThrow()
  await api.db.insertInto('point_adjustments').values({ transaction_id: entry.id, reason: 'x' }).execute()
  await sql`update vouchers set used_at = now() where id = ${voucherId}`.execute(api.db)
  await sql`update payments set refunded_at = now(), refund_note = 'x' where pay_ref = ${payRef}`.execute(api.db)
  await sql`update tickets set returned_at = now(), return_reason = 'x' where ticket_no = ${ticket.ticketNo}`.execute(
    api.db,
  )
  await sql`update members set ya_status = 'Approved' where id = ${approved.id}`.execute(api.db)
  await sql`update members set ya_status = 'Rejected' where id = ${rejected.id}`.execute(api.db)
  const sayings = [
    `adjustment of entry ${entry.id}`,
    ...[approved, rejected].map((member) => `decision on the application of member ${member.id}`).toSorted(),
    `mark of voucher ${voucherId}`,
    `refund of payment ${payRef}`,
    `return of ticket ${ticket.ticketNo}`,
  ].map((what) => `${what}: no act says who made it`)
  expect((await unrecorded()).toSorted()).toEqual(sayings.toSorted())
  expect(await unrecorded(approved.id)).toEqual([
    `decision on the application of member ${approved.id}: no act says who made it`,
  ])
  // An act of another decision is none of this one.
  const wrong = { actor: 'cli:x', role: null, action: 'youth_reject', before: null, after: null, reason: 'x' } as const
  const subject = { kind: 'application', id: approved.id } as const
  await inTransaction(api.db, (transaction) => addActs(transaction, [{ ...wrong, subject, memberId: approved.id }]))
  expect(await unrecorded(approved.id)).toHaveLength(1)
})
