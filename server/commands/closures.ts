import type { Command } from 'commander'
import { undoClosureOf } from '#server/account/accountClosures.ts'
import { findClosures } from '#server/store/members/accountClosures.ts'
import { examples, memberArgument } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function undo(reference: string): Promise<void> {
  return withDatabase(async (db) => {
    const isUndone = await undoClosureOf(db, { reference, now: new Date() })
    if (isUndone) console.log(`The account of ${reference} is open again.`)
    else console.error(`${reference} has no closure that can be undone: see npm run club -- closures.`)
    return isUndone
  })
}

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

/** An account is opened again also before an operator deactivates it for good: its mailed link is useless then. */
export function addClosures(program: Command): void {
  const closures = program
    .command('closures')
    .description('lists the accounts that members have asked to close, and until when they can undo it')
    .action(list)
  closures
    .command('undo')
    .description('opens an account again')
    .argument(...memberArgument)
    .addHelpText('after', examples('closures undo chris.wong@example.com'))
    .action(undo)
}
