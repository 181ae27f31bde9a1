import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { adjustPoints as adjust } from '#server/services/points/pointAdjustments.ts'
import { giveRedemptionBack } from '#server/services/spending/returnedRedemptions.ts'
import { changeSuspension } from '#server/services/membership/suspensions.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import { findBooks } from '#server/services/staff/memberBooks.ts'
import { searchMembers as search } from '#server/services/staff/memberSearch.ts'
import type { StaffHandler } from './staffHandler.ts'

const searchMembers: StaffHandler<typeof staffEndpoints.searchMembers> = ({ text }, { db, now }) =>
  search(db, text, now)

const memberBooks: StaffHandler<typeof staffEndpoints.memberBooks> = async ({ memberId }, { db, now }) => ({
  books: await findBooks(db, memberId, now),
})

const adjustPoints: StaffHandler<typeof staffEndpoints.adjustPoints> = async (request, { db, now, dependencies }) => {
  const { memberId: member, ...adjustment } = request
  const { pointsExpiryMonths } = dependencies.rules
  const adjusted = await adjust(db, { ...adjustment, member, pointsExpiryMonths, now })
  switch (adjusted.kind) {
    case 'unknown_member':
    case 'closed':
    case 'short':
      return adjusted
    case 'repeated':
      return { kind: 'repeated', at: adjusted.at.toISOString() }
    case 'adjusted': {
      const { before, after, parts } = adjusted
      const sent = parts.map(({ points, expiresAt }) => ({ points, expiresAt: expiresAt?.toISOString() ?? null }))
      return { kind: 'adjusted', before, after, parts: sent }
    }
  }
}

const returnRedemption: StaffHandler<typeof staffEndpoints.returnRedemption> = async (
  request,
  { db, now, dependencies },
) => {
  const { pointsExpiryMonths } = dependencies.rules
  const returned = await giveRedemptionBack(db, { ...request, pointsExpiryMonths, now })
  return returned.kind === 'repeated' ? { kind: 'repeated', at: returned.at.toISOString() } : returned
}

const correctName: StaffHandler<typeof staffEndpoints.correctName> = async (request, { now, dependencies }) => ({
  kind: await dependencies.corrections.name({ ...request, now }),
})

const correctEmail: StaffHandler<typeof staffEndpoints.correctEmail> = async (request, { now, dependencies }) => ({
  kind: await dependencies.corrections.email({ ...request, now }),
})

const suspendMember: StaffHandler<typeof staffEndpoints.suspendMember> = async (request, { db, now, dependencies }) => {
  const changed = await changeSuspension(db, { ...request, now, notify: dependencies.notify })
  return changed.kind === 'unchanged' ? { kind: 'unchanged', done: await nameDoer(db, changed.by) } : changed
}

export const memberHandlers = {
  searchMembers,
  memberBooks,
  adjustPoints,
  returnRedemption,
  correctName,
  correctEmail,
  suspendMember,
}
