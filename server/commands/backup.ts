import type { Command } from 'commander'
import { noteMoments } from '#server/store/moments.ts'
import { withDatabase } from './withDatabase.ts'

function noteBackup(): Promise<void> {
  return withDatabase(async (db) => {
    await noteMoments(db, ['backup'], new Date())
    return true
  })
}

/** PostgreSQL's own programs make the backups: what runs them says that it has. */
export function addBackup(program: Command): void {
  program
    .command('backup')
    .description('backups of the database')
    .command('seen')
    .description('records that a backup was just made: check asks for one each day')
    .action(noteBackup)
}
