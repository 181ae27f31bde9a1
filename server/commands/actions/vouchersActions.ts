import { markVoucher } from '#server/services/spending/vouchers.ts'
import { type Action, type Actions, CommandError, type Given } from './commandLine.ts'
import { withDatabase } from '../withDatabase.ts'

function mark(isUsed: boolean, { operand, flag }: Given): Promise<boolean> {
  const [code, isDryRun] = [operand('CODE'), flag('dry-run')]
  return withDatabase(async (db) => {
    const now = new Date()
    const marked = await markVoucher(db, { code, isUsed, takesExpired: flag('expired'), isDryRun, now })
    if (marked.kind === 'unknown') throw new CommandError(`There is no voucher ${code}.`)
    const { voucher } = marked
    const about = `Voucher ${voucher.code} (${voucher.alias}, reference ${voucher.refNo ?? '-'}, of ${voucher.email})`
    if (marked.kind === 'unchanged')
      throw new CommandError(
        voucher.usedAt === null ? `${about} is not used.` : `${about} was used at ${voucher.usedAt.toISOString()}.`,
      )
    if (marked.kind === 'expired')
      throw new CommandError(
        `${about} expired at ${voucher.expiresAt?.toISOString()}. With --expired it is marked all the same.`,
      )
    console.log(`${about} ${isDryRun ? 'would be' : 'is'} ${isUsed ? 'used' : 'unused again'}.`)
    if (isDryRun) console.log('This was a dry run: nothing was changed.')
    return true
  })
}

function actionOf(isUsed: boolean, action: Pick<Action, 'about' | 'flags'>): Action {
  return { ...action, operands: ['CODE'], run: (given) => mark(isUsed, given) }
}

/** What `npm run vouchers` can do. */
export const vouchersActions: Actions = {
  used: actionOf(true, {
    about: 'marks a voucher as used, once; an expired one only with --expired',
    flags: ['expired', 'dry-run'],
  }),
  unused: actionOf(false, { about: 'takes the mark back', flags: ['dry-run'] }),
}
