import type { Command } from 'commander'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/database/openDatabase.ts'
import { migrateDatabase } from '#server/store/connection/migrate.ts'

async function migrate(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const database = await openDatabase({ dataDir, databaseUrl, role: 'command', creates: true, log: console.error })
  try {
    const done = await migrateDatabase(database, console.error)
    console.log(done.length === 0 ? 'The database is up to date.' : `Migrated: ${done.join(', ')}.`)
  } finally {
    await database.close()
  }
}

/** Nothing is sent to the database that a server of the version before does not cope with. */
export function addMigrate(program: Command): void {
  program
    .command('migrate')
    .description('brings the database to this version’s schema, also beside running servers')
    .action(migrate)
}
