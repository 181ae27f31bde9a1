import type { Command } from 'commander'
import { memberMails } from '#server/mail/memberMails.ts'
import { describeFailure, describeSettlement } from '#server/maintenance/settlementReport.ts'
import { settle } from '#server/services/tickets/settlement.ts'
import { withDatabase } from './withDatabase.ts'

function settleEnded(): Promise<void> {
  return withDatabase(async (db, config) => {
    const { pointsExpiryMonths } = config
    const settlement = await settle({ db, now: new Date(), pointsExpiryMonths, notify: memberMails(config) })
    console.log(describeSettlement(settlement))
    for (const failure of settlement.failures) console.error(describeFailure(failure))
    return settlement.failures.length === 0
  })
}

/**
 * Exits with 1 when something failed for a performance or a member, after doing the rest. The server does the same
 * every `SETTLE_MINUTES`.
 */
export function addSettle(program: Command): void {
  program
    .command('settle')
    .description('settles the performances that have ended, so that pending tickets become points')
    .action(settleEnded)
}
