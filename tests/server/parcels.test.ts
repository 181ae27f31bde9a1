import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { endpoints } from '#contract/index.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { audit } from '#server/services/audit.ts'
import { newReference } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { markParcel } from '#server/services/spending/parcels.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { runCommand } from '#tests/support/commands.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff, testActor } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await testApi()
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-parcels-'))
  await importFiles(api.db, {
    ...validFiles(),
    'countries/entries.json': JSON.stringify([{ key: 'hk', country_code: '852' }]),
    'countries/en.md': '# hk\n## name\nHong Kong\n',
    'countries/tc.md': '# hk\n## name\n香港\n',
  })
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await api.close()
})

const run = (...words: string[]) => runCommand(api.dataDir, ['parcels', ...words])

const address = { flat_or_unit: 'A', road_or_street: '1 Pier Road', district: 'Central', country: 'hk' }

/** A member who has redeemed something that goes by post, or in another way. */
async function orderedBy(own: Record<string, unknown> = {}, delivery: 'Mail' | 'Email' = 'Mail') {
  const { id, email } = await newMember(api.db)
  await api.db
    .updateTable('members')
    .set({ id, ...own })
    .where('id', '=', id)
    .execute()
  await addEntries(api.db, id, [{ code: 'Bulk Import', points: 500, at: new Date() }])
  const refNo = newReference()
  await inTransaction(api.db, async (transaction) => {
    const cause = { memberId: id, code: 'Reward Redemption', reference: refNo, now: new Date() }
    const taken = await takePoints(transaction, cause, 400)
    if (taken.kind === 'short') throw new Error('Too few points')
    const sent = delivery === 'Mail' ? address : null
    const what = { alias: 'tote', quantity: 1, refNo, delivery, address: sent, vouchers: [] } as const
    await addRedemption(transaction, { entryId: taken.entryId, ...what })
  })
  const token = await api.signIn(id)
  const parcel = async () => {
    const { body } = await api.call(endpoints.listRedeemedItems, {}, { token })
    return v.parse(endpoints.listRedeemedItems.answer, body).redeemed_items[0]?.parcel
  }
  const mails = () =>
    api.db.selectFrom('mailbox').select(['kind', 'subject', 'text']).where('recipient', '=', email).execute()
  return { id, email, refNo, token, parcel, mails }
}

test('A parcel is ordered, packed, sent and returned, and its member sees it and gets a mail when it is sent', async () => {
  const member = await orderedBy()
  const { refNo, parcel, mails } = member
  expect(await parcel()).toEqual({ state: 'ordered', at: null, tracking: null })
  expect((await run('list', '--state', 'ordered')).stdout).toContain(`${refNo}  `)
  expect(await run('mark', 'returned', refNo)).toEqual({
    code: 1,
    stdout: '',
    stderr: `${refNo} is ordered: it can’t be returned now.\n`,
  })
  expect(await run('mark', 'packed', refNo.toLowerCase())).toMatchObject({ code: 0, stdout: `${refNo} is packed.\n` })
  expect(await parcel()).toMatchObject({ state: 'packed', at: expect.any(String) })
  expect(await mails()).toEqual([])
  expect(await run('mark', 'sent', refNo, '--tracking', 'RR1HK')).toMatchObject({ code: 0 })
  expect(await parcel()).toMatchObject({ state: 'sent', tracking: 'RR1HK' })
  expect(await mails()).toEqual([
    { kind: 'reward_sent', subject: 'The tote is on its way', text: expect.stringContaining('RR1HK') },
  ])
  expect(await run('mark', 'returned', refNo)).toMatchObject({ code: 0 })
  expect(await parcel()).toMatchObject({ state: 'returned', tracking: 'RR1HK' })
  expect((await run('list')).stdout).toContain('returned')
  expect(await run('list', '--state', 'lost')).toMatchObject({ code: 1 })
  const acts = api.db.selectFrom('staff_acts').select(['action', 'before', 'after']).where('member_id', '=', member.id)
  expect(await acts.orderBy('id').execute()).toEqual([
    { action: 'parcel_pack', before: { state: 'ordered' }, after: { state: 'packed' } },
    { action: 'parcel_send', before: { state: 'packed' }, after: { state: 'sent' } },
    { action: 'parcel_return', before: { state: 'sent' }, after: { state: 'returned' } },
  ])
  const { body } = await api.call(endpoints.toldActs, {}, { token: member.token })
  expect(v.parse(endpoints.toldActs.answer, body).acts.map(({ action }) => action)).toEqual([
    'parcel_return',
    'parcel_send',
  ])
})

test('A parcel that came back has a label again, and is sent without its old note', async () => {
  const { id, refNo, parcel, mails } = await orderedBy()
  await run('mark', 'sent', refNo, '--tracking', 'RR1HK')
  await run('mark', 'returned', refNo)
  const file = join(folder, 'again.csv')
  expect(await run('labels', '--out', file)).toMatchObject({ code: 0 })
  expect(await readFile(file, 'utf8')).toContain(refNo)
  await run('mark', 'packed', refNo)
  expect(await parcel()).toMatchObject({ state: 'packed', tracking: null })
  await run('mark', 'sent', refNo)
  expect(await parcel()).toMatchObject({ state: 'sent', tracking: null })
  expect((await mails())[1]?.text).not.toContain('RR1HK')
  // Its member's account is deleted with the address.
  const own = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  await api.db.updateTable('deliveries').set({ address: null }).where('transaction_id', 'in', own).execute()
  expect(await run('mark', 'returned', refNo, '--tracking', 'RR2HK')).toMatchObject({ code: 0 })
  expect(await parcel()).toMatchObject({ state: 'returned', tracking: null })
})

test('Two people mark one parcel: one mark, one mail, and the second is told by whom and when', async () => {
  const { refNo, mails } = await orderedBy()
  const marking = { refNo, state: 'sent', tracking: null, now: new Date(), notify: api.dependencies.notify } as const
  const marked = await Promise.all([1, 2, 3].map(() => asStaff(() => markParcel(api.serverDb, marking))))
  expect(marked.filter(({ kind }) => kind === 'marked')).toHaveLength(1)
  const refused = { kind: 'refused', state: 'sent', by: { actor: testActor, at: expect.any(Date) } }
  expect(marked.filter(({ kind }) => kind === 'refused')).toEqual([refused, refused])
  expect(await mails()).toHaveLength(1)
  const { stderr } = await run('mark', 'sent', refNo)
  expect(stderr).toMatch(new RegExp(`^${refNo} is sent, marked by ${testActor} at 20.*: it can’t be sent now`))
})

test('Several parcels are marked at once, and what is none is told', async () => {
  const [one, other, voucher] = [await orderedBy(), await orderedBy(), await orderedBy({}, 'Email')]
  const { code, stdout, stderr } = await run('mark', 'packed', one.refNo, voucher.refNo, other.refNo)
  expect([code, stdout]).toEqual([1, `${one.refNo} is packed.\n${other.refNo} is packed.\n`])
  expect(stderr).toContain(`There is no parcel ${voucher.refNo}`)
  expect(await voucher.parcel()).toBeNull()
  expect(await run('mark', 'sent', one.refNo, other.refNo, '--tracking', 'x')).toMatchObject({ code: 1 })
  expect(await one.parcel()).toMatchObject({ state: 'packed' })
})

test('Labels are written in the order of the member’s language, once each, and each member can read it', async () => {
  const english = await orderedBy({ first_name: 'Ada', last_name: 'Chan', preferred_lang: 'en' })
  const chinese = await orderedBy({ chinese_name: '陳艾達', preferred_lang: 'tc' })
  const gone = await orderedBy()
  const deliveries = api.db.selectFrom('redemptions').select('transaction_id').where('ref_no', '=', gone.refNo)
  await api.db.updateTable('deliveries').set({ address: null }).where('transaction_id', 'in', deliveries).execute()
  const file = join(folder, 'labels.csv')
  expect(await run('labels', '--out', file)).toMatchObject({ code: 0 })
  const text = await readFile(file, 'utf8')
  expect(text.startsWith('\uFEFFref_no,name,line_1,')).toBe(true)
  const rows = parseCsv(text.slice(1)).map(({ fields }) => fields.filter((field) => field !== ''))
  expect(rows).toContainEqual([english.refNo, 'Ada Chan', 'A', '1 Pier Road', 'Central', 'Hong Kong', 'tote', '1'])
  expect(rows).toContainEqual([chinese.refNo, '陳艾達', '香港', 'Central', '1 Pier Road', 'A', 'tote', '1'])
  expect(text).not.toContain(gone.refNo)
  const exported = await api.db
    .selectFrom('staff_acts')
    .select(['member_id', 'subject_id'])
    .where('action', '=', 'parcels_export')
    .execute()
  expect(exported).toContainEqual({ member_id: english.id, subject_id: english.refNo })
  expect(exported.map(({ member_id: id }) => id)).not.toContain(gone.id)
  expect((await run('list')).stdout).toContain('the account is deleted with its address')
  expect(await run('labels', '--out', file)).toMatchObject({ code: 1 })
})

test('An audit names a parcel whose mark has no act', async () => {
  const { refNo } = await orderedBy()
  const before = (await audit(api.serverDb)).differences
  expect(before.filter((line) => line.includes('parcel'))).toEqual([])
  const { transaction_id: id } = await api.db
    .selectFrom('redemptions')
    .select('transaction_id')
    .where('ref_no', '=', refNo)
    .executeTakeFirstOrThrow()
  await api.db.insertInto('parcels').values({ transaction_id: id, state: 'sent', changed_at: new Date() }).execute()
  expect((await audit(api.serverDb)).differences).toContain(`mark of parcel ${refNo}: no act says who made it`)
})

test('A member reads only their own acts, with what they are told of each', async () => {
  const [one, other] = [await orderedBy(), await orderedBy()]
  await runCommand(api.dataDir, ['points', 'grant', one.email, '25', '--reason', 'A long queue'])
  await runCommand(api.dataDir, ['parcels', 'mark', 'packed', one.refNo])
  const read = async (token: string) => {
    const { body, headers } = await api.call(endpoints.toldActs, {}, { token })
    expect(headers.get('cache-control')).toContain('no-store')
    return v.parse(endpoints.toldActs.answer, body).acts
  }
  expect(await read(one.token)).toMatchObject([
    { action: 'points_grant', reason: 'A long queue', points: 25, tier: null },
  ])
  expect(await read(other.token)).toEqual([])
})
