import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { conversionLines } from '#contract/staff/files.ts'
import { runCommand } from '#tests/support/commands.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('fulfilment', 'finance')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-conversions-'))
})
afterAll(() => rm(folder, { recursive: true }))

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

test('The airline’s own references are recorded once, and each member is told', async () => {
  const [told, other] = [await convert(1000, '2026-10-01T02:00:00Z'), await convert(2000, '2026-10-02T02:00:00Z')]
  const file = join(folder, 'answered.csv')
  const sent = async (...rows: string[]) => {
    await writeFile(file, ['airline_reference,ref_no', ...rows, ''].join('\r\n'))
    return runCommand(api.dataDir, ['conversions', 'sent', file])
  }
  expect(await sent(`CX1,${told.refNo}`)).toMatchObject({
    code: 1,
    stderr: `Line 2: ${told.refNo} was never exported, so the airline can’t know it.\nNothing was recorded.\n`,
  })
  const inFile = [expect.objectContaining({ refNo: told.refNo }), expect.objectContaining({ refNo: other.refNo })]
  expect(await exported()).toEqual(inFile)
  for (const [rows, reason] of [
    [[`CX1,${told.refNo}`, `CX2,${told.refNo}`], `${told.refNo} is in the file more than once`],
    [[`CX1,${told.refNo}`, `CX1,${other.refNo}`], 'the airline’s reference CX1 is in the file more than once'],
  ] as const)
    expect(await sent(...rows)).toMatchObject({
      code: 1,
      stderr: `Line 3: ${reason}.\nNothing was recorded.\n`,
    })
  expect(await sent(`CX1,${told.refNo}`, 'CX2,NOBODY')).toMatchObject({
    code: 1,
    stderr: 'Line 3: there is no conversion NOBODY.\nNothing was recorded.\n',
  })
  expect(await sent(`CX1,${told.refNo}`)).toMatchObject({ code: 0, stdout: '1 conversion recorded, 0 unchanged.\n' })
  expect(await sent(`CX1,${told.refNo}`, `CX2,${other.refNo}`)).toMatchObject({
    code: 0,
    stdout: '1 conversion recorded, 1 unchanged.\n',
  })
  expect((await sent(`CX9,${told.refNo}`)).stderr).toContain('already has another reference of the airline’s, CX1')
  expect((await sent(`,${told.refNo}`)).stderr).toContain('one of the two is missing')
  const mails = api.db.selectFrom('mailbox').selectAll().where('kind', '=', 'miles_sent')
  const texts = (await mails.execute()).map((mail) => JSON.stringify(mail))
  for (const [reference, { refNo }] of [['CX1', told] as const, ['CX2', other] as const])
    expect(texts.filter((text) => text.includes(reference) && text.includes(refNo))).toHaveLength(1)
  expect(await exported()).toEqual([])
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
  const file = join(folder, 'later.csv')
  await writeFile(file, `airline_reference,ref_no\r\nCX7,${refNo}\r\n`)
  for (const said of ['1 conversion recorded, 0 unchanged.', '0 conversions recorded, 1 unchanged.'])
    expect((await runCommand(api.dataDir, ['conversions', 'sent', file])).stdout).toBe(`${said}\n`)
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
