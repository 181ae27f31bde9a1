import { expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { conversionLines } from '#contract/staff/files.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('fulfilment', 'finance')

const waiting = () => staff.call(endpoints.countConversions, {}, ada)
const exported = async () => (await staff.call(endpoints.exportConversions, {}, ada)).conversions
const actionsOn = async (refNo: string) => (await findActs({ subject_id: refNo })).map(({ action }) => action)
const mark = (refNos: string[], who = ada) => staff.call(endpoints.markConversions, { refNos }, who)

/** Converts points at this moment. Resolves to the reference and the member. */
async function convert(points: number, at: string, firstName = 'Wing Yan') {
  api.setTime(new Date(at))
  const { id } = await newMember(api.db)
  await addEntries(api.db, id, [{ code: 'Bulk Import', points, at: new Date(0) }])
  const { body } = await api.call(
    endpoints.redeemAsiaMiles,
    {
      points_to_convert: points,
      asia_miles_membership_number: '1234567890',
      asia_miles_member_first_name: firstName,
      asia_miles_member_last_name: 'Chan',
    },
    { token: await api.signIn(id) },
  )
  api.setTime(null)
  const [, refNo = ''] = /"ref_no":"([^"]+)"/.exec(JSON.stringify(body)) ?? []
  return { id, refNo }
}

test('The airline is told of each conversion once, and each member gets a mail', async () => {
  const first = await convert(1000, '2026-10-31T15:59:59Z')
  const october = await exported()
  expect(conversionLines(october)).toEqual([
    ['ref_no', 'converted_at', 'membership_no', 'first_name', 'last_name', 'points', 'miles'],
    [first.refNo, '2026-10-31T15:59:59.000Z', '1234567890', 'Wing Yan', 'Chan', 1000, 250],
  ])
  // What comes after the file is not marked with it.
  const last = await convert(2000, '2026-10-31T16:00:00Z', '-Wing Yan')
  expect(await mark(october.map(({ refNo }) => refNo))).toEqual({ kind: 'marked' })
  expect(await waiting()).toEqual({ count: 1, miles: 500, since: '2026-10-31T16:00:00.000Z', withoutAccount: 0 })
  const november = await exported()
  const reported = conversionLines(november).slice(1)
  // A spreadsheet would run it as a formula without the apostrophe.
  expect(reported.map(([refNo, , , firstName]) => [refNo, firstName])).toEqual([[last.refNo, "'-Wing Yan"]])
  expect(await mark(november.map(({ refNo }) => refNo))).toEqual({ kind: 'marked' })
  expect([await exported(), (await waiting()).count]).toEqual([[], 0])
  const mails = await api.db.selectFrom('mailbox').select('facts').where('kind', '=', 'miles_sent').execute()
  for (const { refNo } of [first, last])
    expect(mails.filter(({ facts }) => JSON.stringify(facts).includes(refNo))).toHaveLength(1)
})

/** What is answered about a wrong answer of the airline's, by its place. */
const bad = (at: number, kind: string, facts = {}) => ({ kind: 'bad', bad: [{ at, fault: { kind, ...facts } }] })

/** Records what the airline calls conversions: pairs of its reference and the club's. */
const record = (...pairs: [airlineReference: string, refNo: string][]) =>
  staff.call(
    endpoints.recordAirlineAnswers,
    { answers: pairs.map(([airlineReference, refNo]) => ({ airlineReference, refNo })), isDryRun: false },
    ada,
  )

test('The airline’s own references are recorded once, all or none, and each member is told', async () => {
  const [told, other] = [await convert(1000, '2026-10-01T02:00:00Z'), await convert(2000, '2026-10-02T02:00:00Z')]
  expect(await record(['CX1', told.refNo])).toEqual(bad(0, 'not_exported'))
  const inFile = [expect.objectContaining({ refNo: told.refNo }), expect.objectContaining({ refNo: other.refNo })]
  expect(await exported()).toEqual(inFile)
  expect(await record(['CX1', told.refNo], ['CX2', told.refNo])).toEqual(bad(1, 'twice'))
  expect(await record(['CX1', told.refNo], ['CX1', other.refNo])).toEqual(bad(1, 'taken'))
  expect(await record(['CX1', told.refNo], ['CX2', 'NOBODY'])).toEqual(bad(1, 'unknown'))
  // A check changes nothing: what it found is true again.
  const answers = [{ airlineReference: 'CX1', refNo: told.refNo.toLowerCase() }]
  for (let checks = 0; checks < 2; checks += 1) {
    expect(await staff.call(endpoints.recordAirlineAnswers, { answers, isDryRun: true }, ada)).toEqual({
      kind: 'checked',
      recorded: 1,
      unchanged: 0,
    })
  }
  expect(await record(['CX1', told.refNo])).toEqual({ kind: 'recorded', recorded: 1, unchanged: 0 })
  expect(await record(['CX1', told.refNo], ['CX2', other.refNo])).toEqual({
    kind: 'recorded',
    recorded: 1,
    unchanged: 1,
  })
  expect(await record(['CX9', told.refNo])).toEqual(bad(0, 'differs', { known: 'CX1' }))
  const mails = api.db.selectFrom('mailbox').selectAll().where('kind', '=', 'miles_sent')
  const texts = (await mails.execute()).map((mail) => JSON.stringify(mail))
  for (const [reference, { refNo }] of [['CX1', told] as const, ['CX2', other] as const])
    expect(texts.filter((text) => text.includes(reference) && text.includes(refNo))).toHaveLength(1)
  expect(await exported()).toEqual([])
})

test('Two who record the same answer at the same moment tell the member once', async () => {
  const { refNo } = await convert(1000, '2026-10-05T02:00:00Z')
  await exported()
  const both = await Promise.all([record(['CX5', refNo]), record(['CX5', refNo])])
  expect(
    both
      .map((answer) => ('recorded' in answer ? answer.recorded : answer))
      .toSorted((one, other) => Number(one) - Number(other)),
  ).toEqual([0, 1])
  const mails = await api.db.selectFrom('mailbox').select('facts').where('kind', '=', 'miles_sent').execute()
  expect(mails.filter(({ facts }) => JSON.stringify(facts).includes(refNo))).toHaveLength(1)
})

test('That the airline was told is one act, and what was in no file is not marked', async () => {
  const { refNo } = await convert(1000, '2026-11-02T01:00:00Z')
  expect(await mark([refNo])).toEqual({ kind: 'not_exported' })
  expect(await mark(['NONE'])).toEqual({ kind: 'not_exported' })
  expect(await actionsOn(refNo)).toEqual([])
  await exported()
  expect(await mark([refNo, 'NONE'])).toEqual({ kind: 'not_exported' })
  expect(await waiting()).toMatchObject({ count: 1 })
  expect(await mark([refNo])).toEqual({ kind: 'marked' })
  expect(await mark([refNo], bo)).toEqual({ kind: 'marked_meanwhile', by: { by: ada.email, at: expect.any(String) } })
  for (const recorded of [1, 0])
    expect(await record(['CX7', refNo])).toEqual({ kind: 'recorded', recorded, unchanged: 1 - recorded })
  expect(await actionsOn(refNo)).toEqual(['conversion_export', 'conversion_send', 'conversion_answer'])
})

test('A conversion whose airline account is deleted is counted, and in no file', async () => {
  const { id, refNo } = await convert(1000, '2026-11-03T00:00:00Z')
  expect(await exported()).toMatchObject([{ refNo }])
  expect(await waiting()).toMatchObject({ count: 1, withoutAccount: 0 })
  const ofMember = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  await api.db
    .updateTable('miles_conversions')
    .set({ membership_no: null })
    .where('transaction_id', 'in', ofMember)
    .execute()
  expect(await waiting()).toEqual({ count: 0, miles: 0, since: null, withoutAccount: 1 })
  expect(await exported()).toEqual([])
})
