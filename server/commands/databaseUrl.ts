/**
 * `npm run -s database`: prints the connection string of the running database, for pg_dump and psql. It contains the password.
 */
import { readConfig } from '#server/config.ts'
import { findRunningDatabase } from '#server/database/openDatabase.ts'
import { runAsProgram } from './withDatabase.ts'

await runAsProgram(async () => {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const url = databaseUrl ?? (await findRunningDatabase(dataDir))
  if (url !== null) console.log(url)
  else console.error(`No server is running on ${dataDir}: back it up by copying this folder.`)
  return url !== null
})
