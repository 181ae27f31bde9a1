import { beforeAll, expect, test } from 'vitest'
import * as v from 'valibot'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import type { ParcelState } from '#contract/spending/parcels.ts'
import { labelLines } from '#contract/staff/files.ts'
import { audit } from '#server/services/audit.ts'
import { newReference } from '#server/services/codes.ts'
import { takePoints } from '#server/services/points/points.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { importFiles, validFiles } from '#tests/support/contents.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { readMails } from '#tests/support/mailbox.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('fulfilment', 'owner')
beforeAll(() =>
  importFiles(api.db, {
    ...validFiles(),
    'countries/entries.json': JSON.stringify([{ key: 'hk', country_code: '852' }]),
    'countries/en.md': '# hk\n## name\nHong Kong\n',
    'countries/tc.md': '# hk\n## name\n香港\n',
  }),
)

type Mark = RequestOf<typeof endpoints.markParcels>['state']

/** Marks parcels; resolves to what became of each. */
async function mark(state: Mark, refNos: string | string[], { tracking = null as string | null, who = ada } = {}) {
  const marking = { refNos: [refNos].flat(), state, tracking }
  return (await staff.call(endpoints.markParcels, marking, who)).marked
}
const listed = async (state: ParcelState) => (await staff.call(endpoints.listParcels, { state }, ada)).parcels
const labels = async (...refNos: string[]) => (await staff.call(endpoints.parcelLabels, { refNos }, ada)).labels

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
  const mails = () => readMails(api, email)
  return { id, email, refNo, token, parcel, mails }
}

/** The acts that a member reads of themselves. */
async function toldActsOf({ token }: { token: string }) {
  const { body, headers } = await api.call(endpoints.toldActs, {}, { token })
  expect(headers.get('cache-control')).toContain('no-store')
  return v.parse(endpoints.toldActs.answer, body).acts
}

test('A parcel is ordered, packed, sent and returned, and its member sees it and gets a mail when it is sent', async () => {
  const member = await orderedBy()
  const { id, refNo, parcel, mails } = member
  expect(await parcel()).toEqual({ state: 'ordered', at: null, tracking: null })
  expect(await listed('ordered')).toContainEqual(expect.objectContaining({ refNo, state: 'ordered', changedAt: null }))
  expect(await mark('returned', refNo)).toEqual([{ kind: 'refused', refNo, state: 'ordered', by: null }])
  expect(await mark('packed', refNo.toLowerCase())).toEqual([{ kind: 'marked', refNo, undo: null }])
  expect(await parcel()).toMatchObject({ state: 'packed', at: expect.any(String) })
  expect(await mails()).toEqual([])
  expect(await mark('sent', refNo, { tracking: 'RR1HK' })).toMatchObject([{ kind: 'marked' }])
  expect(await parcel()).toMatchObject({ state: 'sent', tracking: 'RR1HK' })
  expect(await mails()).toMatchObject([
    { kind: 'reward_sent', subject: 'The tote is on its way', text: expect.stringContaining('RR1HK') },
  ])
  expect(await mark('returned', refNo)).toMatchObject([{ kind: 'marked' }])
  expect(await parcel()).toMatchObject({ state: 'returned', tracking: 'RR1HK' })
  expect(await listed('returned')).toContainEqual(expect.objectContaining({ refNo, tracking: 'RR1HK' }))
  const doer = { actor: `staff:${ada.sub}`, role: 'fulfilment', reason: null }
  expect(await findActs({ member_id: id })).toEqual([
    { ...doer, action: 'parcel_pack', before: { state: 'ordered' }, after: { state: 'packed' } },
    { ...doer, action: 'parcel_send', before: { state: 'packed' }, after: { state: 'sent' } },
    { ...doer, action: 'parcel_return', before: { state: 'sent' }, after: { state: 'returned' } },
  ])
  const told = await toldActsOf(member)
  expect(told.map(({ action }) => action)).toEqual(['parcel_return', 'parcel_send'])
})

test('A parcel that came back has a label again, and is sent without its old note', async () => {
  const { id, refNo, parcel, mails } = await orderedBy()
  const labelledAt = async (state: ParcelState) => (await listed(state)).find((one) => one.refNo === refNo)?.labelledAt
  expect(await labelledAt('ordered')).toBeNull()
  await labels(refNo)
  expect(await labelledAt('ordered')).toEqual(expect.any(String))
  await mark('sent', refNo, { tracking: 'RR1HK' })
  expect(await labels(refNo)).toEqual([])
  await mark('returned', refNo)
  expect(await labelledAt('returned')).toBeNull()
  // Nor has it one when it is packed again: the earlier one has been to the member and back.
  await mark('packed', refNo)
  expect(await labelledAt('packed')).toBeNull()
  await mark('sent', refNo)
  await mark('returned', refNo)
  expect(await labels(refNo)).toMatchObject([{ refNo }])
  expect(await labelledAt('returned')).toEqual(expect.any(String))
  await mark('packed', refNo)
  expect(await parcel()).toMatchObject({ state: 'packed', tracking: null })
  await mark('sent', refNo)
  expect(await parcel()).toMatchObject({ state: 'sent', tracking: null })
  expect((await mails()).at(-1)?.text).not.toContain('RR1HK')
  // Its member's account is deleted with the address.
  const own = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  await api.db.updateTable('deliveries').set({ address: null }).where('transaction_id', 'in', own).execute()
  expect(await mark('returned', refNo, { tracking: 'RR2HK' })).toMatchObject([{ kind: 'marked' }])
  expect(await parcel()).toMatchObject({ state: 'returned', tracking: null })
})

test('Two people mark one parcel: one mark, one mail, and the second is told by whom and when', async () => {
  const { refNo, mails } = await orderedBy()
  const [[one], [other]] = await Promise.all([mark('sent', refNo), mark('sent', refNo, { who: bo })])
  const [done, refused] = one?.kind === 'marked' ? [ada, other] : [bo, one]
  const by = { by: done.email, at: expect.any(String) }
  expect(refused).toEqual({ kind: 'refused', refNo, state: 'sent', by })
  expect(await mark('sent', refNo)).toEqual([refused])
  expect(await findActs({ subject_id: refNo })).toMatchObject([{ action: 'parcel_send', actor: `staff:${done.sub}` }])
  expect(await mails()).toHaveLength(1)
})

test('Several parcels are marked at once, and what is none is told', async () => {
  const [one, other, voucher] = [await orderedBy(), await orderedBy(), await orderedBy({}, 'Email')]
  expect(await mark('packed', [one.refNo, voucher.refNo, other.refNo])).toEqual([
    { kind: 'marked', refNo: one.refNo, undo: null },
    { kind: 'unknown', refNo: voucher.refNo },
    { kind: 'marked', refNo: other.refNo, undo: null },
  ])
  expect(await voucher.parcel()).toBeNull()
  for (const { parcel } of [one, other]) expect(await parcel()).toMatchObject({ state: 'packed' })
})

const send = (parcels: { refNo: string; tracking: string }[], isDryRun: boolean) =>
  staff.call(endpoints.sendParcels, { parcels, isDryRun }, ada)

test('Parcels are sent each with its own tracking number, once it was seen which can be', async () => {
  const [one, other, sent] = [await orderedBy(), await orderedBy(), await orderedBy({}, 'Mail')]
  await mark('sent', sent.refNo, { who: bo })
  const parcels = [one, sent, other].map(({ refNo }, at) => ({ refNo: refNo.toLowerCase(), tracking: ` RR${at}HK ` }))
  const asked = [...parcels, { refNo: 'NONE', tracking: 'RR9HK' }]
  const refused = { kind: 'refused', refNo: sent.refNo, state: 'sent', by: { by: bo.email, at: expect.any(String) } }
  const unknown = { kind: 'unknown', refNo: 'NONE' }
  expect((await send(asked, true)).lines).toEqual([
    { kind: 'ready', refNo: one.refNo, name: expect.stringContaining(' ') },
    refused,
    { kind: 'ready', refNo: other.refNo, name: expect.stringContaining(' ') },
    unknown,
  ])
  expect(await one.parcel()).toMatchObject({ state: 'ordered' })
  const undo = { act: expect.any(String), until: expect.any(String) }
  expect((await send(asked, false)).lines).toEqual([
    { kind: 'marked', refNo: one.refNo, undo },
    refused,
    { kind: 'marked', refNo: other.refNo, undo },
    unknown,
  ])
  expect(await one.parcel()).toMatchObject({ state: 'sent', tracking: 'RR0HK' })
  expect(await other.parcel()).toMatchObject({ state: 'sent', tracking: 'RR2HK' })
  expect(await sent.parcel()).toMatchObject({ state: 'sent', tracking: null })
  // The same again, as from another tab, sends nothing.
  expect((await send(parcels, false)).lines.map(({ kind }) => kind)).toEqual(['refused', 'refused', 'refused'])
  for (const wrong of [
    [{ refNo: one.refNo, tracking: 'x'.repeat(101) }],
    [{ refNo: one.refNo, tracking: ' ' }],
    [one, one].map(({ refNo }) => ({ refNo, tracking: 'RR1HK' })),
  ]) {
    const { status } = await staff.send(
      endpoints.sendParcels,
      { parcels: wrong, isDryRun: true },
      { cookie: ada.cookie },
    )
    expect(status).toBe(422)
  }
})

const find = async (state: ParcelState, text: string) => {
  const { parcels } = await staff.call(endpoints.findParcels, { state, text }, ada)
  return parcels.map((parcel) => parcel.refNo)
}

test('A parcel is found in its state by a part of its reference, tracking number or name, in any script', async () => {
  const name = { first_name: 'Wai Lam', last_name: `Numbat${newReference().slice(0, 4)}`, chinese_name: '陳艾達' }
  const { refNo, email } = await orderedBy(name)
  const tracking = `RR${newReference()}HK`
  await mark('sent', refNo, { tracking })
  for (const text of [refNo.toLowerCase(), refNo.slice(2), tracking.toLowerCase(), `${name.last_name} wai`, '陈艾达'])
    expect([text, await find('sent', text)]).toEqual([text, expect.arrayContaining([refNo])])
  expect(await find('sent', tracking)).toEqual([refNo])
  expect(await find('ordered', refNo)).toEqual([])
  // What a parcel does not show finds none.
  for (const text of [email, '.*', '%']) expect([text, await find('sent', text)]).toEqual([text, []])
})

test('Labels are written in the order of the address’s own script, and each member can read that theirs was', async () => {
  const phone = { country_code: '852', mobile: '91234567' }
  const english = await orderedBy({ first_name: 'Ada', last_name: 'Chan', preferred_lang: 'en', ...phone })
  const chinese = await orderedBy({ chinese_name: '陳艾達', preferred_lang: 'tc' })
  const gone = await orderedBy()
  const deliveries = api.db.selectFrom('redemptions').select('transaction_id').where('ref_no', '=', gone.refNo)
  await api.db.updateTable('deliveries').set({ address: null }).where('transaction_id', 'in', deliveries).execute()
  const other = await orderedBy()
  const [head, ...lines] = labelLines(await labels(english.refNo, chinese.refNo, gone.refNo, 'NONE'))
  expect(head?.slice(0, 3)).toEqual(['ref_no', 'name', 'phone'])
  const rows = lines.map((line) => line.filter((field) => field !== ''))
  expect(rows).toContainEqual([
    english.refNo,
    'Ada Chan',
    "'+852 91234567",
    'A',
    '1 Pier Road',
    'Central',
    'Hong Kong',
    'tote',
    1,
  ])
  expect(rows).toContainEqual([chinese.refNo, '陳艾達', 'A', '1 Pier Road', 'Central', 'Hong Kong', 'tote', 1])
  expect(rows).toHaveLength(2)
  const isLabelled = { action: 'parcels_export', actor: `staff:${ada.sub}` }
  expect(await findActs({ member_id: english.id, subject_id: english.refNo })).toMatchObject([isLabelled])
  for (const { id } of [gone, other]) expect(await findActs({ member_id: id })).toEqual([])
  expect(await listed('ordered')).toContainEqual(expect.objectContaining({ refNo: gone.refNo, hasAddress: false }))
  expect(await toldActsOf(english)).toMatchObject([{ action: 'parcels_export' }])
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
  const given = { memberId: one.id, kind: 'grant', points: 25, type: 'Bulk Import', reason: 'A long queue' } as const
  await staff.call(endpoints.adjustPoints, { ...given, isDryRun: false }, bo)
  await mark('packed', one.refNo)
  expect(await toldActsOf(one)).toMatchObject([
    { action: 'points_grant', reason: 'A long queue', points: 25, tier: null },
  ])
  expect(await toldActsOf(other)).toEqual([])
})

test('A parcel that is not packed or sent after all waits again, and its member reads why and gets a mail', async () => {
  const member = await orderedBy()
  const { refNo, parcel, mails } = member
  const putBack = async (reason: string, who = ada) =>
    (await staff.call(endpoints.putParcelsBack, { refNos: [refNo], reason }, who)).marked
  expect(await putBack('Not the one')).toEqual([{ kind: 'refused', refNo, state: 'ordered', by: null }])
  await mark('packed', refNo)
  expect(await putBack('The box was empty')).toEqual([{ kind: 'marked', refNo, undo: null }])
  expect(await mails()).toEqual([])
  await mark('sent', refNo, { tracking: 'RR1HK' })
  const both = await Promise.all([putBack('It still lies here'), putBack('It still lies here', bo)])
  expect(
    both
      .flat()
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['marked', 'refused'])
  expect(await parcel()).toEqual({ state: 'ordered', at: null, tracking: null })
  expect((await mails()).map(({ kind, subject }) => [kind, subject])).toEqual([
    ['reward_sent', 'The tote is on its way'],
    ['reward_not_sent', 'The tote hasn’t been posted yet'],
  ])
  expect((await toldActsOf(member)).map(({ action, reason }) => [action, reason])).toEqual([
    ['parcel_put_back', 'It still lies here'],
    ['parcel_send', null],
    ['parcel_put_back', 'The box was empty'],
  ])
  const without = { refNos: [refNo], reason: ' ' }
  expect((await staff.send(endpoints.putParcelsBack, without, { cookie: ada.cookie })).status).toBe(422)
  expect(await mark('sent', refNo)).toMatchObject([{ kind: 'marked' }])
  expect((await audit(api.serverDb)).differences.filter((one) => one.includes(refNo))).toEqual([])
})
