import { expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/database/openDatabase.ts'
import { openDatabaseLine } from '#tests/support/databaseLine.ts'
import { patient } from '#tests/support/patience.ts'
import { startServer } from '#tests/support/server.ts'
import { copyTemplate } from '#tests/support/templates.ts'
import { newDataFolder } from './testApi.ts'

/** A server whose database is at the other end of a line. */
async function startAtLine() {
  const folder = await newDataFolder()
  onTestFinished(folder.remove)
  copyTemplate('empty', folder.dataDir)
  const postgres = await openDatabase({ ...folder, databaseUrl: null, role: 'server', log: () => undefined })
  onTestFinished(postgres.close)
  const line = await openDatabaseLine(postgres.url)
  onTestFinished(line.close)
  const server = await startServer({ environment: { DATABASE_URL: line.url, SEED: 'none' } })
  onTestFinished(server.stop)
  const ask = () =>
    fetch(`http://127.0.0.1:${server.port}/api/club-bravo/users/me`, {
      headers: { authorization: 'Bearer nobody' },
      signal: AbortSignal.timeout(patient(20_000)),
    })
  return { line, ask }
}

test('While the database’s machine has vanished, calls get 503 with a time to wait; once it is back, they work', async () => {
  const { line, ask } = await startAtLine()
  expect((await ask()).status).toBe(401)
  line.vanish()
  const answers = await Promise.all([ask(), ask(), ask()])
  for (const answer of answers) expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  line.comeBack()
  await expect.poll(async () => (await ask()).status, { timeout: patient(60_000) }).toBe(401)
})
