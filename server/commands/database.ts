import type { Command } from 'commander'
import { readConfig } from '#server/config.ts'
import { findRunningDatabase } from '#server/database/openDatabase.ts'
import { CommandError } from './commandLine.ts'

async function printAddress(): Promise<void> {
  const { dataDir, databaseUrl } = readConfig(process.env)
  const url = databaseUrl ?? (await findRunningDatabase(dataDir))
  if (url === null) throw new CommandError(`No server is running on ${dataDir}: back it up by copying this folder.`)
  console.log(url)
}

/** The address contains the password. */
export function addDatabase(program: Command): void {
  program
    .command('database')
    .description('prints the connection string of the running database, for pg_dump and psql')
    .addHelpText('after', '\nExample:\n  pg_dump "$(npm run -s club -- database)" > club.sql')
    .action(printAddress)
}
