/**
 * `npm run migrate`: brings the database to this version's schema, beside running servers or without one. Nothing is sent to it that a
 * server of the version before does not cope with.
 */
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { migrateDatabase } from '#server/store/connection/migrate.ts'
import { runActions } from './withDatabase.ts'

async function migrate(): Promise<boolean> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', log: console.error })
  try {
    const done = await migrateDatabase(database, console.error)
    console.log(done.length === 0 ? 'The database is up to date.' : `Migrated: ${done.join(', ')}.`)
    return true
  } finally {
    await database.close()
  }
}

await runActions('migrate', { '': { about: 'brings the database to this version’s schema', run: migrate } })
