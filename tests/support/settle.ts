import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Club } from './club.ts'
import type { IssuedTicket } from './tickets.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Ends the ticket's concert, and settles it with the operator's command beside the running server. */
export async function settle(
  { db, server }: Pick<Club, 'db' | 'server'>,
  { performanceId }: IssuedTicket,
): Promise<void> {
  const hour = 60 * 60 * 1000
  await db
    .updateTable('performances')
    .set({ starts_at: new Date(Date.now() - 3 * hour), ends_at: new Date(Date.now() - hour) })
    .where('id', '=', performanceId)
    .execute()
  await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'settle'], {
    cwd: root,
    env: { PATH: process.env['PATH'], DATA_DIR: server.dataDir },
  })
}
