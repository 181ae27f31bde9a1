/**
 * `npm run payments -- list [--all]`: the payments that have to be refunded; with `--all` also those that were.
 * `npm run payments -- refund-note PAYREF NOTE`: records that a payment was refunded at the gateway, which this program does not do.
 * Both work beside a running server.
 */
import { listRefunds, noteRefund } from '#server/services/refunds.ts'
import { runAsProgram, withDatabase } from './withDatabase.ts'

const usage = 'Usage: npm run payments -- list [--all] | refund-note PAYREF NOTE'

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

function main(): Promise<boolean> {
  const [action, first, ...rest] = process.argv.slice(2)
  const text = rest.join(' ').trim()
  if (action === 'list' && (first === undefined || first === '--all')) return list(first === '--all')
  if (action === 'refund-note' && first !== undefined && text !== '') return note(first, text)
  console.error(usage)
  return Promise.resolve(false)
}

await runAsProgram(main)
