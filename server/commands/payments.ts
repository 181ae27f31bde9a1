import type { Command } from 'commander'
import { listRefunds, noteRefund } from '#server/services/payments/refunds.ts'
import { examples, sentence, nonEmpty } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

function list(withRefunded: boolean): Promise<void> {
  return withDatabase(async (db) => {
    const refunds = await listRefunds(db, { withRefunded })
    for (const line of refunds) console.log(line)
    console.log(refunds.length === 0 ? 'No payments to refund.' : `${refunds.length} payments.`)
    return true
  })
}

function note(payRef: string, words: string): Promise<void> {
  return withDatabase(async (db) => {
    const { kind } = await noteRefund(db, { payRef, note: words, now: new Date() })
    const isNoted = kind === 'noted'
    if (isNoted) console.log(`Payment ${payRef} is recorded as refunded.`)
    else console.error(`No payment ${payRef} has to be refunded: see npm run club -- payments list.`)
    return isNoted
  })
}

/** Nothing is refunded here: people do it at the gateway, and note it. */
export function addPayments(program: Command): void {
  const payments = program.command('payments').description('payments that have to be refunded at the gateway')
  payments
    .command('list')
    .description('lists the payments that have to be refunded')
    .option('--all', 'also those that were')
    .action(({ all = false }: { all?: boolean }) => list(all))
  payments
    .command('refund-note')
    .description('records that a payment was refunded at the gateway, which this program does not do')
    .argument('<PAYREF>', 'the gateway’s reference', nonEmpty)
    .argument('<NOTE...>', 'who did it, and when', sentence)
    .addHelpText('after', examples('payments refund-note 1234567 By Ada on 3 May'))
    .action(note)
}
