import type { Endpoints } from '#contract/index.ts'
import { adjustPoints as adjust } from '#server/services/points/pointAdjustments.ts'
import { giveRedemptionBack } from '#server/services/spending/returnedRedemptions.ts'
import { changeSuspension } from '#server/services/membership/suspensions.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import { findBooks } from '#server/services/staff/memberBooks.ts'
import { listTimeline } from '#server/services/staff/memberTimeline.ts'
import { searchMembers as search } from '#server/services/staff/memberSearch.ts'
import type { Handler } from '../handler.ts'

const searchMembers: Handler<Endpoints['searchMembers']> = ({ text }, { db, now }) => search(db, text, now)

const memberBooks: Handler<Endpoints['memberBooks']> = async ({ memberId }, { db, now }) => ({
  books: await findBooks(db, memberId, now),
})

const memberTimeline: Handler<Endpoints['memberTimeline']> = (request, { db }) => listTimeline(db, request)

const adjustPoints: Handler<Endpoints['adjustPoints']> = async (request, { db, now, dependencies }) => {
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
      const { before, after, parts, undo } = adjusted
      const sent = parts.map(({ points, expiresAt }) => ({ points, expiresAt: expiresAt?.toISOString() ?? null }))
      return { kind: 'adjusted', before, after, parts: sent, undo }
    }
  }
}

const returnRedemption: Handler<Endpoints['returnRedemption']> = async (request, { db, now, dependencies }) => {
  const { pointsExpiryMonths } = dependencies.rules
  const returned = await giveRedemptionBack(db, { ...request, pointsExpiryMonths, now })
  return returned.kind === 'repeated' ? { kind: 'repeated', at: returned.at.toISOString() } : returned
}

const correctName: Handler<Endpoints['correctName']> = async (request, { db, now, dependencies }) => ({
  kind: await dependencies.corrections.name(db, { ...request, now }),
})

const correctEmail: Handler<Endpoints['correctEmail']> = async (request, { db, now, dependencies }) => ({
  kind: await dependencies.corrections.email(db, { ...request, now }),
})

const suspendMember: Handler<Endpoints['suspendMember']> = async (request, { db, now, dependencies }) => {
  const changed = await changeSuspension(db, { ...request, now, notify: dependencies.notify })
  return changed.kind === 'unchanged' ? { kind: 'unchanged', done: await nameDoer(db, changed.by) } : changed
}

export const memberHandlers = {
  searchMembers,
  memberBooks,
  memberTimeline,
  adjustPoints,
  returnRedemption,
  correctName,
  correctEmail,
  suspendMember,
}
