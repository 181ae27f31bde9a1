import type { Command } from 'commander'
import { markVoucher } from '#server/services/spending/vouchers.ts'
import { CommandError, dryRun, examples, nonEmpty, wasDryRun } from './commandLine.ts'
import { withDatabase } from './withDatabase.ts'

interface Flags {
  expired?: boolean
  dryRun?: boolean
}

function mark(isUsed: boolean, code: string, { expired = false, dryRun: isDryRun = false }: Flags): Promise<void> {
  return withDatabase(async (db) => {
    const now = new Date()
    const marked = await markVoucher(db, { code, isUsed, takesExpired: expired, undoes: 'any', isDryRun, now })
    if (marked.kind === 'unknown') throw new CommandError(`There is no voucher ${code}.`)
    const { voucher } = marked
    const about = `Voucher ${voucher.code} (${voucher.alias}, reference ${voucher.refNo}, of ${voucher.email})`
    if (marked.kind === 'unchanged')
      throw new CommandError(
        voucher.usedAt === null ? `${about} is not used.` : `${about} was used at ${voucher.usedAt.toISOString()}.`,
      )
    if (marked.kind === 'expired')
      throw new CommandError(
        `${about} expired at ${voucher.expiresAt?.toISOString()}. With --expired it is marked all the same.`,
      )
    console.log(`${about} ${isDryRun ? 'would be' : 'is'} ${isUsed ? 'used' : 'unused again'}.`)
    if (isDryRun) console.log(wasDryRun)
    return true
  })
}

/** A voucher that was used before or has expired is refused, so that the counter sees both. */
export function addVouchers(program: Command): void {
  const vouchers = program.command('vouchers').description('marks of vouchers, which members see with their rewards')
  vouchers
    .command('used')
    .description('marks a voucher as used, once')
    .argument('<CODE>', 'however it is written', nonEmpty)
    .option('--expired', 'also one that has expired')
    .option(...dryRun)
    .addHelpText('after', examples('vouchers used ABCD-EFGH-JKLM'))
    .action((code: string, flags: Flags) => mark(true, code, flags))
  vouchers
    .command('unused')
    .description('takes the mark back')
    .argument('<CODE>', 'however it is written', nonEmpty)
    .option(...dryRun)
    .addHelpText('after', examples('vouchers unused ABCD-EFGH-JKLM'))
    .action((code: string, flags: Flags) => mark(false, code, flags))
}
