import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { readTicket } from '#contract/scan/ticket.ts'
import { guessColumns, readTable } from '#src/features/staff/tickets/ticketTable.ts'
import { maxTicketFileBytes } from '#contract/staff/ticketFile.ts'
import { mostBadRows } from '#contract/staff/tickets.ts'
import { limiters } from '#server/gate/limiters.ts'
import { runAsSystem } from '#server/gate/client.ts'
import { importFile } from '#server/services/staff/ticketImports.ts'
import { audit } from '#server/services/audit.ts'
import { settlementTask } from '#server/services/tickets/settlement.ts'
import { readTickets } from '#server/services/tickets/ticketImport.ts'
import { findTicketKeys } from '#server/store/ticketKeys.ts'
import { asStaff } from '#tests/support/staff.ts'
import { newMember, pointsOf } from '#tests/support/members.ts'
import { newPayer } from '#tests/support/registrations.ts'
import { type SignedInStaff, signedInStaff, staffedApi } from '#tests/support/staffApi.ts'
import { testOrigin } from './testApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('box_office')

const header =
  'Ticket No,Performance ID,Seat,Price,QR code,name_en,name_tc,name_sc,venue_en,venue_tc,venue_sc,starts_at,ends_at'
const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
const later = new Date(Date.now() + 26 * 60 * 60 * 1000).toISOString()
const concert = `Requiem,安魂曲,安魂曲,Hall,音樂廳,音乐厅,${tomorrow},${later}`

interface File extends RequestOf<typeof endpoints.importTickets> {
  text: string
}

/** A file as the page reads it. */
function fileOf(rows: readonly string[], own: Partial<File> = {}): File {
  const text = [header, ...rows].join('\r\n')
  const { header: names } = readTable(text, ',')
  const file = { name: 'sold.csv', text, separator: ',' as const, columns: guessColumns(names) }
  return { ...file, skipsBad: false, isDryRun: false, ...own }
}

/** Runs an import. Its transaction runs twice here (`refusedTransactions.ts`), and so do its steps: each is one. */
const run = async ({ text, ...request }: File, who = ada) => {
  const lines = await staff.lines(endpoints.importTickets, request, who, text)
  const steps = lines
    .slice(0, -1)
    .map((line) => (line.kind === 'progress' ? `${line.step} ${line.done}/${line.total}` : ''))
  return { steps: [...new Set(steps)], last: lines.at(-1) }
}

const lastOf = async (own: Partial<File>) => (await run(fileOf([], own))).last

/** Imports what a test needs, and resolves to the import's id. */
async function imported(rows: readonly string[], own: Partial<File> = {}): Promise<string> {
  const { last } = await run(fileOf(rows, own))
  if (last?.kind !== 'imported') throw new Error(`Not imported: ${JSON.stringify(last)}`)
  return last.id
}

const ticketsOf = (performance: string) =>
  api.db.selectFrom('tickets').selectAll().where('performance_id', '=', performance).orderBy('ticket_no').execute()
const performancesOf = (id: string) => api.db.selectFrom('performances').select('id').where('id', '=', id).execute()

const actsOn = (importId: string) => findActs({ subject_kind: 'tickets', subject_id: importId })

const listed = async (id: string) => {
  const { imports } = await staff.call(endpoints.ticketImports, {}, bo)
  return imports.find((one) => one.id === id)
}

async function scan(code: string) {
  const { id } = await newMember(api.db)
  const { body } = await api.call(endpoints.scanTicket, { qrcode: code }, { token: await api.signIn(id) })
  return body['status']
}

test('A dry run makes no signing key either', async () => {
  const signingKeys = api.db.selectFrom('signing_keys').selectAll().where('purpose', '=', 'ticket')
  const before = await signingKeys.execute()
  await api.db.deleteFrom('signing_keys').where('purpose', '=', 'ticket').execute()
  await run(fileOf([`S-1,signed,,100,,${concert}`], { isDryRun: true }))
  expect(await signingKeys.execute()).toEqual([])
  const rows = before.map((key) => ({ ...key, jwk: JSON.stringify(key.jwk) }))
  if (rows.length > 0) await api.db.insertInto('signing_keys').values(rows).execute()
})

test('A dry run says what would happen and changes nothing; the import does just that, and is listed with who made it', async () => {
  const rows = [`D-1,dry,Stalls 1,380.50,,${concert}`, 'D-2,dry,Stalls 2,0,CODE-D-2,,,,,,,,']
  const dry = await run(fileOf(rows, { isDryRun: true }))
  expect(dry.last).toEqual({
    kind: 'checked',
    added: 2,
    performances: 1,
    newConcerts: [expect.objectContaining({ id: 'dry', name: expect.objectContaining({ en: 'Requiem' }), tickets: 2 })],
    unchanged: 0,
    badCount: 0,
    bad: [],
  })
  expect([await ticketsOf('dry'), await performancesOf('dry')]).toEqual([[], []])

  const { steps, last } = await run(fileOf(rows))
  expect(last).toMatchObject({ kind: 'imported', added: 2, performances: 1, unchanged: 0, badCount: 0 })
  expect(steps).toEqual(['Checked 2/2', 'Stored 2/2'])
  const [signed, own] = await ticketsOf('dry')
  expect(await readTicket(signed?.code ?? '', await findTicketKeys(api.db))).toMatchObject({ kind: 'signed' })
  expect(own).toMatchObject({ ticket_no: 'D-2', code: 'CODE-D-2', amount: 0 })
  const id = last?.kind === 'imported' ? last.id : ''
  expect(await actsOn(id)).toMatchObject([
    { actor: `staff:${ada.sub}`, role: 'box_office', action: 'tickets_import', after: { added: 2, performances: 1 } },
  ])
  const facts = { file: 'sold.csv', added: 2, performances: 1, unchanged: 0, bad: 0, undone: null }
  expect(await listed(id)).toMatchObject({ ...facts, imported: { by: ada.email } })
  const again = await run(fileOf(rows, { isDryRun: true }))
  expect(again.last).toMatchObject({ kind: 'checked', added: 0, unchanged: 2 })
})

test('Bad rows are named by line with all their faults, and nothing is imported, or all others by choice', async () => {
  await imported([`K-1,known,1,100,KNOWN-1,${concert}`])
  const rows = [
    `B-1,bad,1,100,B-CODE-1,${concert}`,
    'B-2,bad,"Row\r\nA",100,,,,,,,,,',
    'B-3,bad,1,HK$100,,,,,,,,,',
    'B-4,bad,1,100',
    ',bad,1,100,,,,,,,,,',
    'B-5,nowhere,1,100,,,,,,,,,',
    'K-1,known,1,101,,,,,,,,,',
    'B-7,bad,1,100,KNOWN-1,,,,,,,,',
    'B-1,bad,2,100,,,,,,,,,',
    'K-1,known,1,100.00,KNOWN-1,,,,,,,,',
    `B-6,bad,1,100,,${concert.replace('Hall', 'Another hall')}`,
    'B-8,bad,1,100,https://example.com,,,,,,,,',
    `B-9,late,1,100,,${concert.replace(tomorrow, '2026-11-20 25:00')}`,
    'B-10,bad,1,100,B-CODE-1,,,,,,,,',
    'K-1,known,9,101,OTHER,,,,,,,,',
    `,nowhere,1,HK$100,https://example.com,${concert.replace('Requiem', '').replace(tomorrow, 'soon')}`,
  ]
  const bad = [
    { line: 3, faults: [{ kind: 'invisible', column: 'seat' }] },
    { line: 5, faults: [{ kind: 'amount', column: 'amount', value: 'HK$100' }] },
    { line: 6, faults: [{ kind: 'column_count', has: 4, due: 13 }] },
    { line: 7, faults: [{ kind: 'missing', column: 'ticket_no' }] },
    { line: 8, faults: [{ kind: 'performance_new', performanceId: 'nowhere' }] },
    { line: 9, faults: [{ kind: 'ticket_differs', ticketNo: 'K-1', column: 'amount', known: '100' }] },
    { line: 10, faults: [{ kind: 'code_taken', ticketNo: 'K-1' }] },
    { line: 11, faults: [{ kind: 'ticket_differs', ticketNo: 'B-1', column: 'seat', known: '1' }] },
    { line: 13, faults: [{ kind: 'performance_differs', performanceId: 'bad' }] },
    { line: 14, faults: [{ kind: 'code_malformed' }] },
    { line: 15, faults: [{ kind: 'time', column: 'starts_at', value: '2026-11-20 25:00' }] },
    { line: 16, faults: [{ kind: 'code_taken', ticketNo: 'B-1' }] },
    {
      line: 17,
      faults: [
        { kind: 'ticket_differs', ticketNo: 'K-1', column: 'seat', known: '1' },
        { kind: 'ticket_differs', ticketNo: 'K-1', column: 'amount', known: '100' },
        { kind: 'ticket_differs', ticketNo: 'K-1', column: 'code', known: null },
      ],
    },
    {
      line: 18,
      faults: [
        { kind: 'missing', column: 'ticket_no' },
        { kind: 'amount', column: 'amount', value: 'HK$100' },
        { kind: 'code_malformed' },
        { kind: 'missing', column: 'name_en' },
        { kind: 'time', column: 'starts_at', value: 'soon' },
      ],
    },
  ]
  const newConcerts = [expect.objectContaining({ id: 'bad', tickets: 1 })]
  const counts = { newConcerts, added: 1, performances: 1, unchanged: 1, badCount: bad.length, bad }
  expect((await run(fileOf(rows))).last).toEqual({ kind: 'checked', ...counts })
  expect(await ticketsOf('bad')).toEqual([])
  const { last } = await run(fileOf(rows, { skipsBad: true }))
  expect(last).toEqual({ kind: 'imported', id: expect.any(String), ...counts })
  expect(await ticketsOf('bad')).toMatchObject([{ ticket_no: 'B-1', seat: '1' }])
})

test('Of a file that is another one, the first bad rows by line are told and kept, and all are counted', async () => {
  const pairs = Array.from({ length: 400 }, (_, at) => [`F-${at},elsewhere,1,100,,,,,,,,,`, ',,,,,x,,,,,,,'])
  const answer = (await run(fileOf(pairs.flat()))).last
  if (answer?.kind !== 'checked') throw new Error(answer?.kind)
  expect(answer.badCount).toBe(800)
  expect(answer.bad.map(({ line }) => line)).toEqual(Array.from({ length: mostBadRows }, (_, at) => at + 2))
  const { text, separator, columns } = fileOf(Array<string>(100_000).fill(',,,,,x,,,,,,,'))
  const { bad } = await readTickets({ text: [text], separator, columns }, testOrigin)
  expect([bad.count, bad.first.length]).toEqual([100_000, mostBadRows])
})

test('A file of which no row can be read is refused with all that is wrong with it', async () => {
  expect(await lastOf({ text: '' })).toEqual({ kind: 'unreadable', faults: [{ kind: 'empty' }] })
  expect(await lastOf({ text: `${header}\r\n"X-1` })).toEqual({
    kind: 'unreadable',
    faults: [{ kind: 'open_quote', line: 2 }],
  })
  expect(await lastOf({ columns: ['ticket_no', 'seat', null] })).toEqual({
    kind: 'unreadable',
    faults: [{ kind: 'column_missing', columns: ['performance_id', 'amount'] }],
  })
  expect(await lastOf({ columns: ['ticket_no', 'ticket_no', 'seat', 'amount', 'seat'] })).toEqual({
    kind: 'unreadable',
    faults: [
      { kind: 'column_twice', columns: ['ticket_no', 'seat'] },
      { kind: 'column_missing', columns: ['performance_id'] },
    ],
  })
})

test('Another separator and other columns count as they were chosen', async () => {
  const text = 'Ref;Show;Row;Paid;Discount\n"T;1";known;A;50;x\n'
  const columns = ['ticket_no', 'performance_id', 'seat', 'amount', null] as const
  await imported([], { text, separator: ';', columns: [...columns] })
  expect((await ticketsOf('known')).map(({ ticket_no: no }) => no)).toContain('T;1')
})

test('A large file is taken from whoever may import, and a body of another size or sort is refused', async () => {
  const rows = Array.from(
    { length: 5000 },
    (_, at) => `L-${at},large,"Stalls ""A"" ${at}",100,,${at === 0 ? concert : ',,,,,,,'}`,
  )
  const { steps, last } = await run(fileOf(rows))
  expect(last).toMatchObject({ kind: 'imported', added: 5000 })
  expect(steps).toEqual(
    ['Checked', 'Stored'].flatMap((step) => [1000, 2000, 3000, 4000, 5000].map((done) => `${step} ${done}/5000`)),
  )
  const { text, ...request } = fileOf(rows)
  const statusOf = async (own: object, sent: string, { cookie } = ada) =>
    (await staff.send(endpoints.importTickets, { ...request, ...own }, { cookie }, sent)).status
  expect(await statusOf({}, 'x'.repeat(maxTicketFileBytes + 1))).toBe(413)
  expect(await statusOf({}, 'x'.repeat(maxTicketFileBytes + 10_000_000))).toBe(413)
  expect(await statusOf({ name: 'x'.repeat(9000) }, text)).toBe(400)
  expect(await statusOf({ columns: ['another'] }, text)).toBe(422)
  expect(await statusOf({}, text, await signedInStaff(api, ['steward']))).toBe(403)
  const { file: _file, ...inJson } = endpoints.importTickets
  expect((await staff.send(inJson, request, { cookie: ada.cookie })).status).toBe(400)
})

test('Nothing of a file is read before its turn, which one has at a time', async () => {
  const { text, ...request } = fileOf(['T-1,turn,1,100,,,,,,,,,'], { isDryRun: true })
  const path = join(api.dataDir, 'waiting.csv')
  await writeFile(path, 'nothing of this')
  const file = await open(path)
  onTestFinished(() => file.close())
  const importWaiting = () =>
    importFile(asStaff(api.serverDb), {
      request,
      file,
      now: new Date(),
      origin: testOrigin,
      signer: () => Promise.reject(new Error('A dry run signs nothing')),
      send: () => undefined,
    })
  const release = await runAsSystem(limiters.ticketImports.acquire)
  const sent = run(fileOf([`T-2,turn,2,100,,${concert}`], { isDryRun: true }))
  const ownTurn = importWaiting()
  await expect.poll(limiters.ticketImports.load).toEqual({ active: 1, queued: 2 })
  expect(limiters.fileDecoding.load()).toEqual({ active: 0, queued: 0 })

  const others = Array.from({ length: 14 }, () => runAsSystem(limiters.ticketImports.acquire))
  expect(await importWaiting()).toEqual({ kind: 'busy' })
  await writeFile(path, text)
  release()
  expect(await ownTurn).toMatchObject({ kind: 'checked', badCount: 1, bad: [{ line: 2 }] })
  await Promise.all(others.map(async (other) => (await other)()))
  expect((await sent).last).toMatchObject({ kind: 'checked', added: 1, badCount: 0 })
})

test('Of two people who undo one import, one does, and the other is told; the file can be imported again', async () => {
  const rows = [`U-1,undone,1,100,,${concert}`, 'U-2,undone,2,100,,,,,,,,,']
  const id = await imported(rows)
  const answers = await Promise.all([ada, bo].map((who) => staff.call(endpoints.undoImport, { importId: id }, who)))
  const [first, second] = answers[0]?.kind === 'undone' ? [ada, answers[1]] : [bo, answers[0]]
  expect(answers).toContainEqual({ kind: 'undone', tickets: 2, performances: 1 })
  expect(second).toMatchObject({ kind: 'undone_before', by: { by: first.email, at: expect.any(String) } })
  expect([await ticketsOf('undone'), await performancesOf('undone')]).toEqual([[], []])
  expect((await actsOn(id)).map(({ actor, action }) => [actor, action])).toEqual([
    [`staff:${ada.sub}`, 'tickets_import'],
    [`staff:${first.sub}`, 'tickets_undo'],
  ])
  expect(await listed(id)).toMatchObject({ undone: { by: first.email } })
  await imported(rows)
  expect(await ticketsOf('undone')).toHaveLength(2)
  expect(await staff.call(endpoints.undoImport, { importId: '999999' }, ada)).toEqual({ kind: 'unknown' })
})

test('An import of which a ticket was scanned, claimed or returned stays, and says so', async () => {
  const id = await imported([1, 2, 3, 4].map((at) => `C-${at},claimed,${at},100,CLAIM-${at},${concert}`))
  const undo = () => staff.call(endpoints.undoImport, { importId: id }, ada)
  expect(await scan('CLAIM-1')).toBe('pending')
  expect(await undo()).toEqual({ kind: 'used', claimed: 1, scanned: 1, returned: 0 })
  const returned = { returned_at: new Date(), return_reason: 'Moved' }
  await api.db.updateTable('tickets').set(returned).where('ticket_no', '=', 'C-2').execute()
  expect(await undo()).toEqual({ kind: 'used', claimed: 1, scanned: 1, returned: 1 })
  await api.db
    .updateTable('tickets')
    .set({ returned_at: null, return_reason: null })
    .where('ticket_no', '=', 'C-2')
    .execute()
  expect(await ticketsOf('claimed')).toHaveLength(4)
  expect((await actsOn(id)).map(({ action }) => action)).toEqual(['tickets_import'])
})

test('Concerts that other imports have added tickets to stay when theirs is undone', async () => {
  const first = await imported([`P-1,shared,1,100,,${concert}`])
  await imported(['P-2,shared,2,100,,,,,,,,,'])
  const undone = await staff.call(endpoints.undoImport, { importId: first }, ada)
  expect(undone).toEqual({ kind: 'undone', tickets: 1, performances: 0 })
  expect((await ticketsOf('shared')).map(({ ticket_no: no }) => no)).toEqual(['P-2'])
})

test('A ticket that is scanned while its import is undone is known to the member, or to nobody', async () => {
  for (const round of [1, 2, 3, 4, 5]) {
    const rows = Array.from(
      { length: 20 },
      (_, at) => `R-${round}-${at},race-${round},1,100,RACE-${round}-${at},${concert}`,
    )
    const id = await imported(rows)
    const [undone, status] = await Promise.all([
      staff.call(endpoints.undoImport, { importId: id }, ada),
      scan(`RACE-${round}-7`),
    ])
    const isUndone = undone.kind === 'undone'
    expect([undone.kind, status]).toEqual(isUndone ? ['undone', 'not_found'] : ['used', 'pending'])
    expect(await ticketsOf(`race-${round}`)).toHaveLength(isUndone ? 0 : 20)
  }
})

/** A member who has scanned a ticket of a concert, and whose points wait for it. */
async function waiting(ticketNo: string, performance: string, price = '250.50') {
  await imported([`${ticketNo},${performance},1,${price},CODE-${ticketNo},${concert}`])
  const member = await newPayer(api.db)
  await api.db.updateTable('members').set({ is_profile_completed: true }).where('id', '=', member.id).execute()
  const token = await api.signIn(member.id)
  await api.call(endpoints.scanTicket, { qrcode: `CODE-${ticketNo}` }, { token })
  return member
}

/** Lets a concert be over. */
const end = (performance: string) =>
  api.db
    .updateTable('performances')
    .set({ starts_at: new Date(Date.now() - 3 * 60 * 60 * 1000), ends_at: new Date(Date.now() - 60 * 60 * 1000) })
    .where('id', '=', performance)
    .execute()

const storyOf = async (ticketNo: string) => (await staff.call(endpoints.ticketStory, { ticketNo }, ada)).ticket

test('A concert that is over is settled by hand, once, after it was shown what that gives', async () => {
  const member = await waiting('W-1', 'waits')
  const performanceId = 'waits'
  const settleBy = (who: SignedInStaff) => staff.call(endpoints.settleConcert, { performanceId }, who)
  expect(await settleBy(ada)).toMatchObject({ kind: 'not_over' })
  await end('waits')
  const { concerts } = await staff.call(endpoints.unsettledConcerts, {}, bo)
  expect(concerts).toContainEqual(expect.objectContaining({ id: 'waits', sold: 1, claims: 1, points: 250 }))
  expect(await pointsOf(api.db, member.id)).toBe(0)
  expect(await settleBy(ada)).toMatchObject({ kind: 'settled', claims: 1, points: 250 })
  expect(await pointsOf(api.db, member.id)).toBe(250)
  expect(await settleBy(bo)).toMatchObject({ kind: 'settled_before', by: { by: ada.email } })
  const after = await staff.call(endpoints.unsettledConcerts, {}, bo)
  expect(after.concerts.map(({ id }) => id)).not.toContain('waits')
  expect(await findActs({ subject_id: 'waits' })).toMatchObject([
    { actor: `staff:${ada.sub}`, action: 'performance_settle' },
  ])
})

test('The tier that a settlement by hand leads to is given by the club’s own task', async () => {
  const member = await waiting('T-1', 'enough', '12500')
  await end('enough')
  const settled = await staff.call(endpoints.settleConcert, { performanceId: 'enough' }, ada)
  expect(settled).toMatchObject({ kind: 'settled', points: 12_500, upgraded: 1 })
  expect(await findActs({ subject_id: 'enough' })).toMatchObject([{ actor: `staff:${ada.sub}` }])
  expect(await findActs({ member_id: member.id })).toMatchObject([
    { actor: `timer:${settlementTask}`, action: 'tier_give' },
  ])
})

test('A ticket’s story says how it came, who has seen and claimed it, what it gave, and that it was returned', async () => {
  const member = await waiting('S-1', 'story')
  const own = { id: member.id, email: member.email }
  expect(await storyOf('s-1')).toMatchObject({
    ticketNo: 'S-1',
    amount: 250.5,
    concert: { id: 'story', settledAt: null },
    imported: { file: 'sold.csv', by: { by: ada.email } },
    seen: [{ member: own }],
    claim: { member: own, points: null, creditedAt: null },
    returned: null,
  })
  await end('story')
  await staff.call(endpoints.settleConcert, { performanceId: 'story' }, ada)
  expect(await storyOf('S-1')).toMatchObject({ claim: { points: 250, creditedAt: expect.any(String) } })

  const asked = { ticketNo: 'S-1', reason: 'The concert was moved' }
  const dry = await staff.call(endpoints.returnTicket, { ...asked, isDryRun: true }, ada)
  expect(dry).toMatchObject({ kind: 'returned', wasPending: false, given: 250, taken: 250, before: 250, after: 0 })
  expect(await pointsOf(api.db, member.id)).toBe(250)
  const both = await Promise.all(
    [ada, bo].map((who) => staff.call(endpoints.returnTicket, { ...asked, isDryRun: false }, who)),
  )
  expect(both.map(({ kind }) => kind).toSorted()).toEqual(['repeated', 'returned'])
  const doer = both[0]?.kind === 'returned' ? ada : bo
  const returned = { by: doer.email, reason: asked.reason, taken: 250 }
  expect(await storyOf('S-1')).toMatchObject({ returned })
  expect(await storyOf('NONE')).toBeNull()
})

test('A ticket that nobody has claimed is returned: nobody can claim it any more', async () => {
  await imported([`V-1,void,1,100,VOID-1,${concert}`])
  const asked = { ticketNo: 'V-1', reason: 'Given back', isDryRun: false }
  expect(await staff.call(endpoints.returnTicket, asked, ada)).toEqual({ kind: 'voided' })
  expect(await staff.call(endpoints.returnTicket, asked, bo)).toMatchObject({ kind: 'repeated' })
  expect(await storyOf('V-1')).toMatchObject({
    seen: [],
    claim: null,
    returned: { by: ada.email, reason: 'Given back', taken: null },
  })
  expect(await scan('VOID-1')).toBe('invalid')
})

test('After all this the books are sound, and every import has its act', async () => {
  expect((await audit(api.serverDb)).differences).toEqual([])
  const cleared = { undone_at: null }
  await api.db.updateTable('ticket_imports').set(cleared).where('undone_at', 'is not', null).execute()
  const { file, ...counts } = { file: 'nobody.csv', added: 1, performances: 0, unchanged: 0, bad: 0 }
  await api.db
    .insertInto('ticket_imports')
    .values({ file, imported_at: new Date(), ...counts })
    .execute()
  const { differences } = await audit(api.serverDb)
  expect(differences.join('\n')).toMatch(/import of tickets \d+/)
  expect(differences.join('\n')).toMatch(/undoing of import \d+/)
})
