import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { tierEndOf } from '#server/domain/tiers.ts'
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
import { approveYouth, asStaff } from '#tests/support/staff.ts'
import { claimFor, issueTicket } from '#tests/support/tickets.ts'
import { event, openEvents } from './eventGuests.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await testApi()
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-acts-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await api.close()
})

const operator = `cli:${userInfo().username}`
const hour = 3_600_000

/** Runs an operator's words, and resolves to the acts that they have left. */
async function actsOf(...words: string[]) {
  const before = await api.db
    .selectFrom('staff_acts')
    .select(sql<string>`coalesce(max(id), 0)`.as('id'))
    .executeTakeFirst()
  const { code, stderr } = await runCommand(api.dataDir, words)
  const acts = await api.db
    .selectFrom('staff_acts')
    .selectAll()
    .where('id', '>', before?.id ?? '0')
    .orderBy('id')
    .execute()
  for (const { actor, role, at } of acts) {
    expect([actor, role]).toEqual([operator, null])
    expect(Math.abs(at.getTime() - Date.now())).toBeLessThan(hour)
  }
  const short = acts.map(
    ({ action, subject_kind: kind, subject_id: id, member_id: memberId, before: was, after, reason }) => ({
      action,
      subject: id === null ? kind : `${kind} ${id}`,
      memberId,
      ...(was !== null && { before: was }),
      ...(after !== null && { after }),
      ...(reason !== null && { reason }),
    }),
  )
  return { code, stderr, acts: short }
}

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

test('Points that are given, taken and returned leave who did it, why, and what there was before and after', async () => {
  const { id, email } = await newMember(api.db)
  const memberId = id
  const entry = expect.stringMatching(/^entry \d+$/)
  const reason = 'Competition of May'
  expect(await actsOf('points', 'grant', email, '500', '--reason', reason, '--dry-run')).toMatchObject({
    code: 0,
    acts: [],
  })
  expect((await actsOf('points', 'grant', email, '500', '--reason', reason)).acts).toEqual([
    { action: 'points_grant', subject: entry, memberId, before: { points: 0 }, after: { points: 500 }, reason },
  ])
  expect(await actsOf('points', 'grant', email, '500', '--reason', reason)).toMatchObject({ code: 0, acts: [] })
  expect((await actsOf('points', 'revoke', email, '200', '--reason', 'A mistake')).acts).toEqual([
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
  expect((await actsOf('points', 'return', claimed.ticketNo, '--reason', 'Moved')).acts).toEqual([
    {
      action: 'ticket_return',
      subject: entry,
      memberId,
      before: { points },
      after: { points: 300, ticket: claimed.ticketNo },
      reason: 'Moved',
    },
  ])
  expect((await actsOf('points', 'return', unclaimed.ticketNo, '--reason', 'Moved')).acts).toEqual([
    { action: 'ticket_return', subject: `ticket ${unclaimed.ticketNo}`, memberId: null, reason: 'Moved' },
  ])
})

test('Looks at a student card and decisions leave an act, each for its member', async () => {
  const [one, other] = [await applicant(), await applicant()]
  const ofOne = { subject: `application ${one.id}`, memberId: one.id }
  expect((await actsOf('youth', 'card', one.email, join(folder, 'card.png'))).acts).toEqual([
    { action: 'card_view', ...ofOne },
  ])
  const waiting = { status: 'Pending Approval' }
  expect((await actsOf('youth', 'approve', one.email)).acts).toEqual([
    { action: 'youth_approve', ...ofOne, before: waiting, after: { status: 'Approved' } },
  ])
  expect(await actsOf('youth', 'approve', one.email)).toMatchObject({ code: 1, acts: [] })
  expect((await actsOf('youth', 'reject', other.email, 'It', 'cannot', 'be', 'read')).acts).toEqual([
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

test('Marks of vouchers, refunds, conversions, upgrades and closures leave acts', async () => {
  const { id, email, code, refNo, voucherId } = await holder()
  const memberId = id
  const used = { action: 'voucher_use', subject: `voucher ${voucherId}`, memberId }
  expect((await actsOf('vouchers', 'used', code)).acts).toMatchObject([
    { ...used, before: { used_at: null }, after: { redemption: refNo } },
  ])
  expect(await actsOf('vouchers', 'used', code)).toMatchObject({ code: 1, acts: [] })
  expect((await actsOf('vouchers', 'unused', code)).acts).toMatchObject([{ ...used, action: 'voucher_unuse' }])

  const payRef = await pay('300')
  expect((await actsOf('payments', 'refund-note', payRef, 'By', 'Ada')).acts).toEqual([
    { action: 'refund_note', subject: `payment ${payRef}`, memberId: null, reason: 'By Ada' },
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
  const exported = { action: 'conversion_export', ...ofConversion }
  expect((await actsOf('conversions', 'export', '--to', join(folder, 'all.csv'))).acts).toEqual([exported])
  expect((await actsOf('conversions', 'export', '--to', join(folder, 'sent.csv'), '--mark-sent')).acts).toEqual([
    exported,
    { action: 'conversion_send', ...ofConversion },
  ])

  const [issued] = (await actsOf('upgrades', 'issue', 'sc', 'Red', '--count', '2')).acts
  expect(issued).toMatchObject({ action: 'upgrade_issue', memberId: null, after: { kind: 'sc', tier: 'Red' } })
  const [name = ''] = (issued?.subject ?? '').split(' ').slice(1)
  expect((await actsOf('upgrades', 'revoke', name)).acts).toEqual([
    { action: 'upgrade_revoke', subject: `upgrade_token ${name}`, memberId: null },
  ])

  const closesAt = new Date(Date.now() + hour)
  await inTransaction(api.db, (transaction) =>
    beginClosure(transaction, { memberId, tokenHash: 'hash', now: new Date(), closesAt }),
  )
  expect((await actsOf('closures', 'undo', email)).acts).toEqual([
    { action: 'closure_undo', subject: `account ${id}`, memberId },
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
  const invite = (given: string) => runCommand(api.dataDir, ['members', 'give-tier', email, given])
  const end = () => runCommand(api.dataDir, ['members', 'end-tier', email])
  expect(await end()).toMatchObject({ code: 1, stderr: expect.stringContaining('is Black: only Diamond') })
  expect(await invite('Platinum')).toMatchObject({ code: 1, stderr: expect.stringContaining('Red, Gold, Diamond') })
  expect(await invite('diamond')).toMatchObject({ code: 0, stdout: `${email} is Diamond now, without an end.\n` })
  expect(await tier()).toEqual({ tier: 'Diamond', end: null })
  expect(await lastMailTo(api.db, email)).toContain('Your Diamond membership has no expiry date.')
  expect(await invite('Gold')).toMatchObject({ code: 1, stderr: expect.stringContaining('is Diamond already') })
  expect(await end()).toMatchObject({ code: 0, stdout: expect.stringContaining(`${email} is Gold now, until the end`) })
  expect(await tier()).toEqual({ tier: 'Gold', end: tierEndOf(new Date()) })
  expect(await lastMailTo(api.db, email)).toContain('and you’re now a Gold member of Club Bravo.')
  expect(await pointsOf(api.db, id)).toBe(0)
  const acts = await listToldActs(api.db, id)
  expect(acts.map(({ action, tier: has }) => [action, has])).toEqual([
    ['tier_end', 'Gold'],
    ['tier_invite', 'Diamond'],
  ])
  expect((await audit(api.serverDb, id)).differences).toEqual([])
  expect(await runCommand(api.dataDir, ['members', 'give-tier', 'nobody@club.example', 'Gold'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('There is no member nobody@club.example.'),
  })
  await api.db.updateTable('members').set({ active: false }).where('id', '=', id).execute()
  expect(await invite('Gold')).toMatchObject({ code: 1, stderr: expect.stringContaining('is closed') })
})

test('Imports, settlements and keys leave acts', async () => {
  const file = join(folder, 'tickets.csv')
  await writeFile(
    file,
    'ticket_no,performance_id,seat,amount,code,name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at\r\n' +
      'A-1,past,,100,,Requiem,安魂曲,安魂曲,Hall,音樂廳,音乐厅,2026-01-20 20:00,2026-01-20 22:00',
  )
  expect(await actsOf('tickets', 'import', file, '--dry-run')).toMatchObject({ code: 0, acts: [] })
  expect((await actsOf('tickets', 'import', file)).acts).toEqual([
    {
      action: 'tickets_import',
      subject: expect.stringMatching(/^tickets \d+$/),
      memberId: null,
      after: { added: 1, performances: 1, unchanged: 0 },
    },
  ])
  expect((await actsOf('settle')).acts).toContainEqual({
    action: 'performance_settle',
    subject: 'performance past',
    memberId: null,
  })
  const contents = await newContentFolder(validFiles())
  expect((await actsOf('content', 'import', contents.dir)).acts).toMatchObject([
    { action: 'content_import', memberId: null, after: { added: 3, pictures: 1 } },
  ])
  expect(await actsOf('content', 'import', contents.dir)).toMatchObject({ code: 0, acts: [] })
  await contents.remove()
  const keys = ['identity', 'cookie']
  expect((await actsOf('rotate')).acts).toMatchObject(
    keys.map((purpose) => ({ action: 'key_rotate', subject: `keys ${purpose}`, after: { kid: expect.any(String) } })),
  )
  expect((await actsOf('rotate', 'retire')).acts).toMatchObject(
    keys.map((purpose) => ({ action: 'key_retire', subject: `keys ${purpose}` })),
  )
  expect((await actsOf('rotate', 'cards')).acts).toMatchObject([{ action: 'key_rotate', subject: 'keys cards' }])
  expect((await actsOf('rotate', 'retire', 'cards')).acts).toMatchObject([
    { action: 'key_retire', subject: 'keys cards' },
  ])
})

test('The guests of an event are counted without names, and their names are written for a reason that each can read', async () => {
  const club = await openEvents(api, [event('talk')])
  const [ada, other] = [
    await club.newGuest({ first_name: 'Ada', last_name: 'Chan', chinese_name: '陳艾達', mobile: '51234567' }),
    await club.newGuest({ first_name: '=Eve', last_name: 'Ho' }),
  ]
  await club.register(ada, 'talk', 2)
  await club.register(other, 'talk', 2)
  api.setTime(null)
  const counted = 'talk: 2 places taken of 3, 2 waited for, in 2 registrations.\n'
  expect(await runCommand(api.dataDir, ['events', 'list'])).toMatchObject({ code: 0, stdout: counted })
  expect(await runCommand(api.dataDir, ['events', 'guests', 'talk'])).toMatchObject({ code: 0, stdout: counted })
  const file = join(folder, 'guests.csv')
  expect(await actsOf('events', 'guests', 'talk', '--out', file)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('--reason'),
    acts: [],
  })
  expect(await actsOf('events', 'guests', 'other', '--out', file, '--reason', 'x')).toMatchObject({ code: 1, acts: [] })
  const { acts } = await actsOf('events', 'guests', 'talk', '--out', file, '--reason', 'List for the door')
  const act = { action: 'guests_export', subject: 'event talk', reason: 'List for the door' }
  expect(acts).toEqual([ada, other].map(({ id }) => ({ ...act, memberId: id })))
  const text = await readFile(file, 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(parseCsv(text.slice(1)).map(({ fields }) => fields.slice(0, 6))).toEqual([
    ['name', 'chinese_name', 'mobile', 'email', 'places', 'state'],
    ['Ada Chan', '陳艾達', '51234567', ada.email, '2', 'registered'],
    ["'=Eve Ho", '', '', other.email, '2', 'waiting'],
  ])
  expect(await actsOf('events', 'guests', 'talk', '--out', file, '--reason', 'again')).toMatchObject({
    code: 1,
    acts: [],
  })
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
  const { id, email } = await newMember(api.db)
  await actsOf('points', 'grant', email, '5', '--reason', 'For good')
  const attempts = [
    "update staff_acts set actor = 'cli:somebody'",
    'delete from staff_acts',
    'truncate staff_acts',
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
  await expect(adjustPoints(api.serverDb, grant)).rejects.toThrow('Nobody is named')
  expect(await pointsOf(api.db, id)).toBe(0)
  const subject = { kind: 'application', id } as const
  const failing = inTransaction(api.db, async (transaction) => {
    await asStaff(() => recordAct(transaction, { action: 'card_view', subject, memberId: id }))
    await sql`select 1 / 0`.execute(transaction)
  })
  await expect(failing).rejects.toThrow('division by zero')
  expect(await api.db.selectFrom('staff_acts').select('id').where('member_id', '=', id).execute()).toEqual([])
})

test('A decision from before acts were kept has no date to tell', async () => {
  const { id } = await newMember(api.db)
  const about = { memberId: id, role: null, before: null, after: null }
  await inTransaction(api.db, (transaction) =>
    addActs(transaction, [
      { ...about, actor: 'unknown', action: 'youth_reject', subject: { kind: 'application', id }, reason: 'Old' },
      { ...about, actor: 'unknown', action: 'points_grant', subject: { kind: 'entry', id: '1' }, reason: 'Dated' },
      { ...about, actor: operator, action: 'youth_approve', subject: { kind: 'application', id }, reason: null },
    ]),
  )
  expect((await listToldActs(api.db, id)).map(({ action }) => action)).toEqual(['youth_approve', 'points_grant'])
})

test('Three people mark one voucher: one act', async () => {
  const { id, code } = await holder()
  const mark = { code, isUsed: true, takesExpired: false, undoes: 'any', isDryRun: false, now: new Date() } as const
  await Promise.all([1, 2, 3].map(() => asStaff(() => markVoucher(api.serverDb, mark))))
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

test('Acts are listed by member and day', async () => {
  const { email } = await newMember(api.db)
  await actsOf('points', 'grant', email, '5', '--reason', 'Listed')
  const list = (...words: string[]) => runCommand(api.dataDir, ['acts', 'list', ...words])
  const { stdout, code } = await list('--member', email)
  expect(code).toBe(0)
  expect(stdout).toContain(`  ${operator}  Gave points  entry `)
  expect(stdout).toContain(`  ${email}  {"points":5}  “Listed”\n1 act.\n`)
  expect((await list('--since', '2036-01-01')).stdout).toBe('0 acts.\n')
  expect(await list('--since', 'yesterday')).toMatchObject({ code: 1, stderr: expect.stringContaining('2026-11-30') })
  expect(await list('--member', 'nobody@club.example')).toMatchObject({ code: 1 })
})
