import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { conversionsForAirline, markAsSent } from '#server/services/spending/milesExport.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { addEntries } from '#tests/support/ledgerEntries.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await testApi()
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-conversions-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await api.close()
})

const run = (...words: string[]) => runCommand(api.dataDir, ['conversions', 'export', ...words])

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

async function rowsOf(file: string): Promise<string[][]> {
  return parseCsv((await readFile(file, 'utf8')).slice(1)).map(({ fields }) => fields)
}

test('The airline is told of each conversion once, by Hong Kong’s days', async () => {
  const last = await convert(1000, '2026-10-31T15:59:59Z')
  const first = await convert(2000, '2026-10-31T16:00:00Z', '-Wing Yan')
  const [october, november] = [join(folder, 'october.csv'), join(folder, 'november.csv')]
  expect(await run('--until', '2026-10-31', '--to', october, '--mark-sent')).toMatchObject({ code: 0 })
  expect(await rowsOf(october)).toEqual([
    ['ref_no', 'converted_at', 'membership_no', 'first_name', 'last_name', 'points', 'miles', 'sent_at'],
    [last.refNo, '2026-10-31T15:59:59.000Z', '1234567890', 'Wing Yan', 'Chan', '1000', '250', ''],
  ])
  const sent = await runProgram(api.dataDir, ['conversions', 'export', '--to', november, '--mark-sent'])
  expect(sent).toEqual({ code: 0, stdout: '', stderr: '1 conversion of 500 miles, marked as sent.\n' })
  const reported = (await rowsOf(november)).slice(1).map(([refNo, , , firstName]) => [refNo, firstName])
  // A spreadsheet would run it as a formula without the apostrophe.
  expect(reported).toEqual([[first.refNo, "'-Wing Yan"]])
  const again = await run('--to', join(folder, 'again.csv'), '--mark-sent')
  expect(again).toMatchObject({ code: 0, stderr: 'There are no conversions to send.\n' })
  const all = join(folder, 'all.csv')
  expect(await run('--all', '--from', '2026-10-01', '--until', '2026-11-30', '--to', all)).toMatchObject({ code: 0 })
  const [, ...rows] = await rowsOf(all)
  expect(rows.map(([refNo, , , , , , , sentAt]) => [refNo, sentAt === ''])).toEqual([
    [last.refNo, false],
    [first.refNo, false],
  ])
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
  expect(await run('--to', join(folder, 'told.csv'))).toMatchObject({ code: 0 })
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
  expect(await run()).toMatchObject({ stderr: 'There are no conversions to send.\n' })
})

test('Two exports at once never mark the same conversion', async () => {
  await convert(1000, '2026-11-02T00:00:00Z')
  const { conversions } = await asStaff(() =>
    conversionsForAirline(api.serverDb, { from: null, until: null, withSent: false }),
  )
  const refNos = conversions.map(({ refNo }) => refNo)
  const marked = await Promise.all(
    [1, 2, 3].map(() =>
      asStaff(() => markAsSent(api.serverDb, refNos, { now: new Date(), notify: api.dependencies.notify })),
    ),
  )
  expect(marked.filter(({ kind }) => kind === 'marked')).toHaveLength(1)
})

test('That the airline was told is one act, and what was in no file is not marked', async () => {
  const options = { now: new Date(), notify: api.dependencies.notify }
  const actsOn = async (refNo: string) => {
    const acts = api.db.selectFrom('staff_acts').select('action').where('subject_id', '=', refNo)
    return (await acts.orderBy('id').execute()).map(({ action }) => action)
  }
  const { refNo } = await convert(1000, '2026-11-02T01:00:00Z')
  const mark = () => asStaff(() => markAsSent(api.serverDb, [refNo], options))
  expect(await mark()).toEqual({ kind: 'not_exported' })
  expect(await asStaff(() => markAsSent(api.serverDb, ['NONE'], options))).toEqual({ kind: 'not_exported' })
  expect(await actsOn(refNo)).toEqual([])
  await asStaff(() => conversionsForAirline(api.serverDb, { from: null, until: null, withSent: false }))
  expect(await mark()).toEqual({ kind: 'marked' })
  const { actor, at } = await api.db
    .selectFrom('staff_acts')
    .select(['actor', 'at'])
    .where('subject_id', '=', refNo)
    .where('action', '=', 'conversion_send')
    .executeTakeFirstOrThrow()
  expect(await mark()).toEqual({ kind: 'marked_meanwhile', by: { actor, at } })
  const file = join(folder, 'later.csv')
  await writeFile(file, `airline_reference,ref_no\r\nCX7,${refNo}\r\n`)
  for (const said of ['1 conversion recorded, 0 unchanged.', '0 conversions recorded, 1 unchanged.'])
    expect((await runCommand(api.dataDir, ['conversions', 'sent', file])).stdout).toBe(`${said}\n`)
  expect(await actsOn(refNo)).toEqual(['conversion_export', 'conversion_send', 'conversion_answer'])
})

test('Nothing is marked without a file that is whole, and wrong words are refused by name', async () => {
  const { id } = await convert(1000, '2026-11-03T00:00:00Z')
  const existing = join(folder, 'october.csv')
  const refusals: [string[], string][] = [
    [['--mark-sent'], '--mark-sent needs --to FILE'],
    [['--mark-sent', '--all', '--to', join(folder, 'x.csv')], 'leave out --all'],
    [['--from', '2026-02-30'], '--from must be a day such as 2026-11-30, and is "2026-02-30"'],
    [['--to', existing, '--mark-sent'], 'already exists'],
  ]
  for (const [words, message] of refusals) {
    const { code, stderr } = await run(...words)
    expect([code, stderr]).toEqual([1, expect.stringContaining(message)])
  }
  const unsent = await asStaff(() => conversionsForAirline(api.serverDb, { from: null, until: null, withSent: false }))
  expect(unsent).toMatchObject({ conversions: [{ sentAt: null }], withoutAccount: 0 })
  const ofMember = api.db.selectFrom('point_transactions').select('id').where('member_id', '=', id)
  await api.db
    .updateTable('miles_conversions')
    .set({ membership_no: null })
    .where('transaction_id', 'in', ofMember)
    .execute()
  expect((await run('--to', join(folder, 'none.csv'))).stderr).toContain(
    'Left out, as the account was deleted with the airline’s number: 1 conversion.',
  )
})
