import type { Command } from 'commander'
import { counted } from '#server/domain/figures.ts'
import { audit } from '#server/services/audit.ts'
import { withDatabase } from './withDatabase.ts'

function compare(): Promise<void> {
  return withDatabase(async (db) => {
    const { compared, differences } = await audit(db)
    for (const difference of differences) console.error(difference)
    const { members, entries, buckets, claims, payments, rewards } = compared
    console.log(
      `${counted(differences.length, 'difference')}. Compared: balances ${members}, entries ${entries}, buckets ${buckets}, claims ${claims}, payments ${payments}, rewards ${rewards}.`,
    )
    return differences.length === 0
  })
}

/** Exits with 1 when there is a difference. Changes nothing. */
export function addAudit(program: Command): void {
  program
    .command('audit')
    .description('recomputes every balance, entry, bucket, claim, payment and tier, and prints each difference')
    .action(compare)
}
