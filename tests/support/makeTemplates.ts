// Makes the data folders that servers of a test run start on copies of (templates.ts), below the given folder.
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { seedDemo } from '#server/seed/seed.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { type ConnectionPool, createStore } from '#server/store/store.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { migrate } from '#server/store/connection/migrate.ts'
import type { Template } from './templates.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('Name the folder for the templates.')
const folderOf = (template: Template) => join(folder, template)

async function fill(dataDir: string, work: (db: ConnectionPool) => Promise<unknown>): Promise<void> {
  const database = await openDatabase({ dataDir, databaseUrl: null, role: 'server', log: () => undefined })
  const { db, close } = createStore({ url: database.url, log: () => undefined, connections: 2 })
  try {
    await work(db)
  } finally {
    await close()
    await database.close()
  }
}

await fill(folderOf('empty'), async (db) => {
  await migrate(db)
  await ensureTicketKey(db, () => readSealingKeys(folderOf('empty')))
  const terms = { en: 'Terms', tc: '條款', sc: '条款' }
  const texts = JSON.stringify({ name: terms, content: terms })
  await db
    .insertInto('contents')
    .values({ group_name: 'tnc', key: 'membership', position: 0, fields: '{"seq":1}', texts })
    .execute()
})
await cp(folderOf('empty'), folderOf('season'), { recursive: true })
await fill(folderOf('season'), (db) =>
  seedDemo({ db, dataDir: folderOf('season'), now: new Date(), claimWindowDays: 30, origin: 'http://localhost:8080' }),
)
