/**
 * `npm run closures`: lists the accounts that members have asked to close, beside a running server or without one: who, when, and until when
 * they can undo it.
 */
import { findClosures } from '#server/store/accountClosures.ts'
import { runAsProgram, withDatabase } from './withDatabase.ts'

function main(): Promise<boolean> {
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

await runAsProgram(main)
