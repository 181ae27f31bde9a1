import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { filePart, requestPart } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { openClubDatabase } from '#tests/support/database.ts'
import { patient } from '#tests/support/patience.ts'
import { startServer } from '#tests/support/server.ts'
import { newStaff, staffCookieOf } from '#tests/support/staffSignIn.ts'
import { multipart } from '#tests/support/youngApplicant.ts'
import { newDataFolder } from './testApi.ts'

const columns = [
  ...(['ticket_no', 'performance_id', 'seat', 'amount', 'code'] as const),
  ...(['name_en', 'name_tc', 'name_sc', 'venue_en', 'venue_tc', 'venue_sc', 'starts_at', 'ends_at'] as const),
]
const concert = 'Requiem,安魂曲,安魂曲,Hall,音樂廳,音乐厅,2026-12-20 20:00,2026-12-20 22:00'
const rows = Array.from({ length: 5000 }, (_, at) => `K-${at},killed,Stalls ${at},100,,${concert}`)
const text = [columns.join(','), ...rows].join('\r\n')
const file = { name: 'sold.csv', separator: ',', columns, skipsBad: false, isDryRun: false }

test('A server that is killed in the middle of an import has imported nothing, and the file can be imported again', async () => {
  const { dataDir, remove } = await newDataFolder()
  const environment = { SEED: 'none' }
  let server = await startServer({ dataDir, environment })
  const { db, close } = await openClubDatabase(dataDir)
  onTestFinished(async () => {
    await close()
    await server.stop()
    await remove()
  })
  const staff = await newStaff(db, ['box_office'])
  const importFile = async () => {
    const { path, method } = endpoints.importTickets
    const { body, headers: ofBody } = await multipart([
      [requestPart, JSON.stringify(file)],
      [filePart, new Blob([text])],
    ])
    const headers = { ...ofBody, cookie: await staffCookieOf(db, server.origin, staff) }
    const answer = await fetch(server.origin + path, { method, headers, body })
    return answer.text()
  }
  const stored = async () => ({
    imports: (await db.selectFrom('ticket_imports').select('id').execute()).length,
    tickets: (await db.selectFrom('tickets').select('ticket_no').execute()).length,
    performances: (await db.selectFrom('performances').select('id').execute()).length,
  })

  // The import has stored all its tickets, and waits for this lock before it says who made it.
  await db.transaction().execute(async (transaction) => {
    await sql`lock table staff_acts in exclusive mode`.execute(transaction)
    const importing = importFile().catch(() => 'cut off')
    const waiting = () =>
      sql`select 1 from pg_locks where not granted and relation = 'staff_acts'::regclass`
        .execute(transaction)
        .then(({ rows: waits }) => waits.length)
    await expect.poll(waiting, { timeout: patient(60_000) }).toBeGreaterThan(0)
    await server.kill()
    expect(await importing).not.toContain('"imported"')
  })
  expect(await stored()).toEqual({ imports: 0, tickets: 0, performances: 0 })

  server = await startServer({ dataDir, environment })
  const lines = await importFile()
  expect(lines).toContain('{"kind":"progress","step":"Stored","done":5000,"total":5000}')
  expect(lines.trim().split('\n').at(-1)).toMatch(/^\{"kind":"imported","id":"\d+","added":5000/)
  expect(await stored()).toEqual({ imports: 1, tickets: 5000, performances: 1 })
})
