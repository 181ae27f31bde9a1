/**
 * `npm run -s database`: prints the connection string of the running database, for pg_dump and psql. It contains the password.
 */
import { readConfig } from '#server/config.ts'
import { findRunningDatabase } from '#server/database/openDatabase.ts'
import { runActions } from './withDatabase.ts'

async function printAddress(): Promise<boolean> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const url = databaseUrl ?? (await findRunningDatabase(dataDir))
  if (url !== null) console.log(url)
  else console.error(`No server is running on ${dataDir}: back it up by copying this folder.`)
  return url !== null
}

await runActions('database', {
  '': { about: 'prints the connection string of the running database', run: printAddress },
})
