/**
 * `npm run payments -- list [--all]`: the payments that have to be refunded; with `--all` also those that were.
 * `npm run payments -- refund-note PAYREF NOTE`: records that a payment was refunded at the gateway, which this program does not do.
 * Both work beside a running server.
 */
import { listRefunds, noteRefund } from '#server/services/payments/refunds.ts'
import { runActions, withDatabase } from './withDatabase.ts'

function list(withRefunded: boolean): Promise<boolean> {
  return withDatabase(async (db) => {
    const refunds = await listRefunds(db, { withRefunded })
    for (const line of refunds) console.log(line)
    console.log(refunds.length === 0 ? 'No payment has to be refunded.' : `${refunds.length} payments.`)
    return true
  })
}

function note(payRef: string, text: string): Promise<boolean> {
  return withDatabase(async (db) => {
    const isNoted = await noteRefund(db, { payRef, note: text, now: new Date() })
    if (isNoted) console.log(`Payment ${payRef} is recorded as refunded.`)
    else console.error(`No payment ${payRef} has to be refunded: see npm run payments -- list.`)
    return isNoted
  })
}

await runActions('payments', {
  list: {
    about: 'lists the payments that have to be refunded; with --all also those that were',
    flags: ['all'],
    run: ({ flag }) => list(flag('all')),
  },
  'refund-note': {
    about: 'records that a payment was refunded at the gateway',
    operands: ['PAYREF', 'NOTE…'],
    run: ({ operand }) => note(operand('PAYREF'), operand('NOTE…')),
  },
})
