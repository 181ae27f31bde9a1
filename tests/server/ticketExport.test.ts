import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parseCsv } from '#contract/schemas/parseCsv.ts'
import { fileColumns } from '#contract/staff/ticketFile.ts'
import { endpoints } from '#contract/index.ts'
import { runCommand } from '#tests/support/commands.ts'
import { type SignedInStaff, signedInStaff, staffApi, staffedApi } from '#tests/support/staffApi.ts'
import { type TestApi, testApi } from './testApi.ts'

const { api, staff, ada } = await staffedApi('box_office')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-tickets-'))
})
afterAll(() => rm(folder, { recursive: true }))

const header = fileColumns.join(',')

/** Imports a file, and resolves to the last line of the answer. */
async function importText(text: string, club = staff, who: SignedInStaff = ada) {
  const columns = [...fileColumns]
  const file = { name: 'sold.csv', separator: ',' as const, columns, skipsBad: false, isDryRun: false }
  return (await club.lines(endpoints.importTickets, file, who, text)).at(-1)
}

const exportTo = ({ dataDir }: TestApi, file: string) => runCommand(dataDir, ['tickets', 'export', '--to', file])

/** What a file says, without the byte order mark that Excel needs. */
const textOf = async (file: string) => (await readFile(file, 'utf8')).replace(/^\uFEFF/, '')

/** All that an export is about: by which import a ticket came is no part of it. */
async function allTickets({ db }: TestApi) {
  const tickets = await db.selectFrom('tickets').selectAll().orderBy('ticket_no').execute()
  return tickets.map(({ import_id: _import, ...ticket }) => ticket)
}

test('A text that a spreadsheet would run is exported as text, and is the same when that is imported', async () => {
  const names = '"=HYPERLINK(""https://evil.test"",A1)",+聽,-听,@Hall,＝音樂廳,音乐厅'
  const row = `=1+1,@sum,-2,100,+CODE,${names},2026-11-20 20:00,2026-11-20T14:15:00Z`
  expect(await importText(`${header}\r\n${row}`)).toMatchObject({ kind: 'imported', added: 1 })
  const before = await allTickets(api)
  expect(before).toMatchObject([{ ticket_no: '=1+1', seat: '-2', code: '+CODE' }])
  const file = join(folder, 'formulas.csv')
  await exportTo(api, file)
  const records = parseCsv(await textOf(file))
  expect(records.flatMap(({ fields }) => fields.filter((field) => /^[=+\-@＝]/u.test(field)))).toEqual([])
  expect(await importText(await textOf(file))).toMatchObject({ added: 0, performances: 0, unchanged: 1 })
  expect(await allTickets(api)).toEqual(before)
})

test('The export of 10,000 tickets gives the same tickets in an empty club', async () => {
  const concert =
    '"Brahms, Requiem",布拉姆斯《安魂曲》,勃拉姆斯《安魂曲》,Hall,音樂廳,音乐厅,2026-11-20 20:00,2026-11-20T14:15:00Z'
  const rows = Array.from(
    { length: 10_000 },
    (_, at) => `L-${at},large,Stalls ${at},${100 + (at % 900)},,${at === 0 ? concert : ',,,,,,,'}`,
  )
  expect(await importText([header, ...rows].join('\r\n'))).toMatchObject({ kind: 'imported', added: 10_000 })

  const file = join(folder, 'export.csv')
  expect(await exportTo(api, file)).toMatchObject({ code: 0, stderr: '' })
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect((await exportTo(api, file)).stderr).toContain('already exists')

  const empty = await testApi()
  onTestFinished(empty.close)
  const copied = await importText(await textOf(file), staffApi(empty), await signedInStaff(empty, ['box_office']))
  expect(copied).toMatchObject({ kind: 'imported', badCount: 0 })
  expect(await allTickets(empty)).toEqual(await allTickets(api))
  const second = join(folder, 'second.csv')
  await exportTo(empty, second)
  expect(await readFile(second, 'utf8')).toBe(await readFile(file, 'utf8'))
})
