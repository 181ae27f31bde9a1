import { undoMinutes } from '#contract/staff/counter.ts'
import { mayDo } from '#contract/staff/roles.ts'
import type { Endpoints } from '#contract/index.ts'
import { markVoucher as mark } from '#server/services/spending/vouchers.ts'
import { readCounterMember, toCounterVoucher } from '#server/services/staff/counter.ts'
import type { Handler } from '../handler.ts'

const counterMember: Handler<Endpoints['counterMember']> = async ({ memberId }, { db, now, staff }) => ({
  found: await readCounterMember(db, memberId, { showsCodes: mayDo(staff.roles, 'voucher_mark'), now }),
})

const markVoucher: Handler<Endpoints['markVoucher']> = async (request, { db, now, staff }) => {
  const undoes = mayDo(staff.roles, 'voucher_unmark')
    ? 'any'
    : { madeAfter: new Date(now.getTime() - undoMinutes * 60_000) }
  const marked = await mark(db, { ...request, undoes, now })
  if (marked.kind === 'unknown') return marked
  const usedAt = marked.kind !== 'marked' ? marked.voucher.usedAt : request.isUsed ? now : null
  return { kind: marked.kind, voucher: await toCounterVoucher(db, { ...marked.voucher, usedAt }) }
}

export const counterHandlers = { counterMember, markVoucher }
