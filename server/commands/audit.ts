/**
 * `npm run audit`: recomputes every balance, entry, bucket, credited claim, payment and stock, beside a running server or without one, and prints each
 * difference. Exits with 1 when there is one. Changes nothing.
 */
import { audit } from '#server/services/audit.ts'
import { runActions, withDatabase } from './withDatabase.ts'

function compare(): Promise<boolean> {
  return withDatabase(async (db) => {
    const { compared, differences } = await audit(db)
    for (const difference of differences) console.error(difference)
    const { members, entries, buckets, claims, payments, rewards } = compared
    console.log(
      `${differences.length} differences in ${members} balances, ${entries} entries, ${buckets} buckets, ${claims} claims, ${payments} payments and ${rewards} rewards.`,
    )
    return differences.length === 0
  })
}

await runActions('audit', { '': { about: 'recomputes all figures, and prints each difference', run: compare } })
