/**
 * `npm run closures`: lists the accounts that members have asked to close, beside a running server or without one: who, when, and until when
 * they can undo it. `npm run closures -- undo MEMBER` opens an account again (by email address, member number or id) and makes its mailed link
 * useless: also before an operator deactivates the account for good.
 */
import { undoClosureOf } from '#server/account/accountClosures.ts'
import { findClosures } from '#server/store/members/accountClosures.ts'
import { runActions, withDatabase } from './withDatabase.ts'

function undo(reference: string): Promise<boolean> {
  return withDatabase(async (db) => {
    const isUndone = await undoClosureOf(db, { reference, now: new Date() })
    if (isUndone) console.log(`The account of ${reference} is open again.`)
    else console.error(`${reference} has no closure that can be undone: see npm run closures.`)
    return isUndone
  })
}

function list(): Promise<boolean> {
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

await runActions('closures', {
  '': { about: 'lists the accounts that members have asked to close', run: list },
  undo: {
    about: 'opens an account again',
    operands: ['MEMBER'],
    run: ({ operand }) => undo(operand('MEMBER')),
  },
})
