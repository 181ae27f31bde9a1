import { undoMinutes } from '#contract/staff/counter.ts'
import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { markVoucher as mark } from '#server/services/spending/vouchers.ts'
import { findHolder, readCounterMember, toCounterVoucher } from '#server/services/staff/counter.ts'
import type { StaffHandler } from './staffHandler.ts'

const counterMember: StaffHandler<typeof staffEndpoints.counterMember> = async ({ memberId }, { db, now, may }) => ({
  found: await readCounterMember(db, memberId, { showsCodes: may('voucher_mark'), now }),
})

const counterVoucher: StaffHandler<typeof staffEndpoints.counterVoucher> = async ({ code }, { db }) => ({
  memberId: await findHolder(db, code),
})

const markVoucher: StaffHandler<typeof staffEndpoints.markVoucher> = async (request, { db, now, may }) => {
  const undoes = may('voucher_unmark') ? 'any' : { madeAfter: new Date(now.getTime() - undoMinutes * 60_000) }
  const marked = await mark(db, { ...request, undoes, now })
  if (marked.kind === 'unknown') return marked
  const usedAt = marked.kind !== 'marked' ? marked.voucher.usedAt : request.isUsed ? now : null
  return { kind: marked.kind, voucher: await toCounterVoucher(db, { ...marked.voucher, usedAt }) }
}

export const counterHandlers = { counterMember, counterVoucher, markVoucher }
