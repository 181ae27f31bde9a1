import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { readTicket } from '#contract/scan/ticket.ts'
import { endpoints } from '#contract/index.ts'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import { runCommand, runProgram } from '#tests/support/commands.ts'
import { newMember } from '#tests/support/members.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
let folder: string
beforeAll(async () => {
  api = await testApi()
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-tickets-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await api.close()
})

const header =
  'ticket_no,performance_id,seat,amount,code,name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at'
const concert =
  '"Brahms, Requiem",布拉姆斯《安魂曲》,勃拉姆斯《安魂曲》,Hall,音樂廳,音乐厅,2026-11-20 20:00,2026-11-20T14:15:00Z'

let files = 0
async function fileOf(...lines: string[]): Promise<string> {
  files += 1
  const file = join(folder, `${files}.csv`)
  await writeFile(file, lines.join('\r\n'))
  return file
}

const importFile = (file: string, ...flags: string[]) => runCommand(api.dataDir, ['tickets', 'import', file, ...flags])

/** All that an export is about: by which import a ticket came is no part of it. */
async function allTickets({ db }: TestApi) {
  const tickets = await db.selectFrom('tickets').selectAll().orderBy('ticket_no').execute()
  return tickets.map(({ import_id: _import, ...ticket }) => ticket)
}

const ticketsOf = (performance: string) =>
  api.db.selectFrom('tickets').selectAll().where('performance_id', '=', performance).orderBy('ticket_no').execute()

test('A dry run makes no signing key either', async () => {
  const signingKeys = api.db.selectFrom('signing_keys').selectAll().where('purpose', '=', 'ticket')
  const before = await signingKeys.execute()
  await api.db.deleteFrom('signing_keys').where('purpose', '=', 'ticket').execute()
  await importFile(await fileOf(header, `D-1,dry,,100,,${concert}`), '--dry-run')
  expect(await signingKeys.execute()).toEqual([])
  await api.db
    .insertInto('signing_keys')
    .values(before.map((key) => ({ ...key, jwk: JSON.stringify(key.jwk) })))
    .execute()
})

test('Tickets come in with their performance, and the same file again changes nothing', async () => {
  const file = await fileOf(
    `\uFEFF${header}`,
    `A-1,brahms,"Stalls ""A""",380.50,,${concert}`,
    'A-2,brahms,,0,OUTLET-2,,,,,,,,',
    '',
  )
  const dry = await importFile(file, '--dry-run')
  expect(dry.stdout).toContain('Would be imported: 2 new tickets, 1 new performance, 0 tickets unchanged, 0 bad rows.')
  expect(await ticketsOf('brahms')).toEqual([])
  expect((await importFile(file)).stdout).toContain('Imported: 2 new tickets, 1 new performance')
  const imported = await ticketsOf('brahms')
  expect(imported).toMatchObject([
    { ticket_no: 'A-1', seat: 'Stalls "A"', amount: 380.5 },
    { ticket_no: 'A-2', seat: '', amount: 0, code: 'OUTLET-2' },
  ])
  const performances = api.db.selectFrom('performances').selectAll().where('id', '=', 'brahms')
  expect(await performances.execute()).toMatchObject([
    { name: { en: 'Brahms, Requiem' }, starts_at: new Date('2026-11-20T12:00:00Z'), settled_at: null },
  ])
  const again = await importFile(file)
  expect(again).toMatchObject({ code: 0 })
  expect(again.stdout).toContain('0 new tickets, 0 new performances, 2 tickets unchanged')
  expect(await ticketsOf('brahms')).toEqual(imported)
})

test('A ticket without a code gets one that the club signs, and a member claims it', async () => {
  await importFile(await fileOf(header, `S-1,signed,Stalls 1,380,,${concert}`))
  const [ticket] = await ticketsOf('signed')
  const reading = await readTicket(ticket?.code ?? '', await findTicketKeys(api.db))
  expect(reading).toMatchObject({ kind: 'signed', claims: { t: 'S-1', p: 'signed', l: 'Stalls 1', a: 380 } })
  const token = await api.signIn((await newMember(api.db)).id)
  api.setTime(new Date('2026-11-21T00:00:00Z'))
  onTestFinished(() => api.setTime(null))
  const { body } = await api.call(endpoints.scanTicket, { qrcode: ticket?.code }, { token })
  expect(body).toMatchObject({ status: 'pending', ticket_info: { ticket_no: 'S-1', seat: 'Stalls 1' } })
})

test('Each bad row is listed by its line, and nothing is imported, or all others by choice', async () => {
  await importFile(await fileOf(header, `K-1,known,1,100,KNOWN-1,${concert}`))
  const rows: [string, string | null][] = [
    [`B-1,bad,1,100,B-CODE-1,${concert}`, null],
    ['B-2,bad,"Row\r\nA",100,,,,,,,,,', 'seat has characters that cannot be seen'],
    ['B-3,bad,1,HK$100,,,,,,,,,', 'and is "HK$100"'],
    ['B-4,bad,1,100', 'it has 4 columns, and the first line has 13'],
    [',bad,1,100,,,,,,,,,', 'ticket_no is missing'],
    ['B-5,nowhere,1,100,,,,,,,,,', 'performance nowhere is new, so its names, venues and times are needed'],
    [`B-6,bad,1,100,,${concert.replace('Hall', 'Another hall')}`, 'performance bad is known with other names'],
    ['K-1,known,1,101,,,,,,,,,', 'ticket K-1 is known with amount 100'],
    ['B-7,bad,1,100,KNOWN-1,,,,,,,,', 'its code is that of ticket K-1'],
    ['B-8,bad,1,100,https://example.com,,,,,,,,', 'code cannot be that of a ticket'],
    [`B-9,late,1,100,,${concert.replace('20:00', '25:00')}`, 'starts_at must be a time such as'],
    ['B-1,bad,2,100,,,,,,,,,', 'ticket B-1 is known with seat 1'],
    ['B-10,bad,1,100,B-CODE-1,,,,,,,,', 'its code is that of ticket B-1'],
    ['K-1,known,1,100.00,KNOWN-1,,,,,,,,', null],
  ]
  const file = await fileOf(header, ...rows.map(([row]) => row))
  const refused = await importFile(file)
  expect([refused.code, refused.stdout]).toEqual([1, ''])
  expect(await ticketsOf('bad')).toEqual([])
  const listed = refused.stderr.split('\n').filter((line) => line.startsWith('Line '))
  // The second row has a line break in it.
  const lines = rows.flatMap(([, reason], at) => (reason === null ? [] : [[at + (at > 1 ? 3 : 2), reason] as const]))
  expect(listed).toEqual(lines.map(([line]) => expect.stringMatching(`^Line ${line}: `)))
  for (const [at, [, reason]] of lines.entries()) expect(listed[at]).toContain(reason)
  expect(refused.stderr).toContain('Nothing was imported')

  const taken = await importFile(file, '--skip-bad')
  expect(taken.code).toBe(0)
  expect(taken.stdout).toContain('Imported: 1 new ticket, 1 new performance, 1 ticket unchanged, 12 bad rows.')
  expect(await ticketsOf('bad')).toMatchObject([{ ticket_no: 'B-1', seat: '1' }])
})

test('A file that cannot be read is refused with what to do', async () => {
  const excel = await importFile(await fileOf(header.replaceAll(',', ';')))
  expect([excel.code, excel.stderr]).toEqual([1, expect.stringContaining('separated by semicolons, as Excel does')])
  expect(await importFile(folder)).toMatchObject({ code: 1, stderr: expect.stringContaining('EISDIR') })
  const missing = await importFile(join(folder, 'missing.csv'))
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('no such file')])
})

test('A text that a spreadsheet would run is exported as text, and is the same when that is imported', async () => {
  const names = '"=HYPERLINK(""https://evil.test"",A1)",+聽,-听,@Hall,＝音樂廳,音乐厅'
  await importFile(await fileOf(header, `=1+1,@sum,-2,100,+CODE,${names},2026-11-20 20:00,2026-11-20T14:15:00Z`))
  const before = await ticketsOf('@sum')
  expect(before).toMatchObject([{ ticket_no: '=1+1', seat: '-2', code: '+CODE' }])
  const file = join(folder, 'formulas.csv')
  await runCommand(api.dataDir, ['tickets', 'export', '--to', file])
  const records = parseCsv(await readFile(file, 'utf8'))
  expect(records.flatMap(({ fields }) => fields.filter((field) => /^[=+\-@＝]/u.test(field)))).toEqual([])
  expect((await importFile(file)).stdout).toContain('Imported: 0 new tickets, 0 new performances')
  expect(await ticketsOf('@sum')).toEqual(before)
})

test('10,000 tickets are imported in one go, and their export gives the same tickets in an empty club', async () => {
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `L-${at},large,Stalls ${at},${100 + (at % 900)},,${at === 0 ? concert : ',,,,,,,'}`,
  )
  const imported = await runProgram(api.dataDir, ['tickets', 'import', await fileOf(header, ...rows)])
  expect(imported).toMatchObject({ code: 0 })
  expect(imported.stderr).toContain('Stored 10,000 of 10,000')
  expect(imported.stdout).toContain('Imported: 10,000 new tickets, 1 new performance')

  const file = join(folder, 'export.csv')
  expect(await runCommand(api.dataDir, ['tickets', 'export', '--to', file])).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await runCommand(api.dataDir, ['tickets', 'export', '--to', file])).stderr).toContain('already exists')

  const empty = await testApi()
  onTestFinished(empty.close)
  const copied = await runCommand(empty.dataDir, ['tickets', 'import', file])
  expect(copied).toMatchObject({ code: 0 })
  expect(await allTickets(empty)).toEqual(await allTickets(api))
  const second = join(folder, 'second.csv')
  await runCommand(empty.dataDir, ['tickets', 'export', '--to', second])
  expect(await readFile(second, 'utf8')).toBe(await readFile(file, 'utf8'))
})
