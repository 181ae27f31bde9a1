import type { Command } from 'commander'
import { findClosures } from '#server/store/members/accountClosures.ts'
import { withDatabase } from './withDatabase.ts'

function list(): Promise<void> {
  return withDatabase(async (db) => {
    const closures = await findClosures(db)
    if (closures.length === 0) console.log('No member has asked to close an account.')
    for (const { memberId, memberNo, email, requestedAt, closesAt, undoneAt, completedAt } of closures) {
      const state = undoneAt
        ? `opened again ${undoneAt.toISOString()}`
        : completedAt
          ? `deleted ${completedAt.toISOString()}`
          : `closes for good ${closesAt.toISOString()}`
      console.log([memberId, memberNo ?? '-', email, `asked ${requestedAt.toISOString()}`, state].join('  '))
    }
    return true
  })
}

/** Staff reopen them on the member's page. */
export function addClosures(program: Command): void {
  program
    .command('closures')
    .description('lists the accounts that members have asked to close, and until when they can be reopened')
    .action(list)
}
