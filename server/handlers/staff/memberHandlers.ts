import type { Endpoints } from '#contract/index.ts'
import { adjustPoints as adjust } from '#server/services/points/pointAdjustments.ts'
import { giveRedemptionBack } from '#server/services/spending/returnedRedemptions.ts'
import { staffActor } from '#server/services/acts.ts'
import { endInvitation, inviteToTier as invite } from '#server/services/membership/invitations.ts'
import { endAllSignIns } from '#server/services/membership/sessions.ts'
import { askForProof, repeatMail } from '#server/services/staff/memberMails.ts'
import { deleteNote, writeNote } from '#server/services/staff/memberNotes.ts'
import { changeSuspension } from '#server/services/membership/suspensions.ts'
import { nameDoer } from '#server/services/staff/doneBy.ts'
import { findBooks } from '#server/services/staff/memberBooks.ts'
import { listTimeline } from '#server/services/staff/memberTimeline.ts'
import { searchMembers as search } from '#server/services/staff/memberSearch.ts'
import type { Staff } from '#server/staff/staffSession.ts'
import type { Handler } from '../handler.ts'

const isOwner = ({ roles }: Pick<Staff, 'roles'>) => roles.includes('owner')

const searchMembers: Handler<Endpoints['searchMembers']> = ({ text }, { db, now }) => search(db, text, now)

const memberBooks: Handler<Endpoints['memberBooks']> = async ({ memberId }, { db, now, staff }) => ({
  books: await findBooks(db, memberId, { now, viewer: { actor: staffActor(staff.sub).name, isOwner: isOwner(staff) } }),
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

const correctContact: Handler<Endpoints['correctContact']> = async (request, { db, now, dependencies }) => ({
  kind: await dependencies.corrections.contact(db, { ...request, now }),
})

const addNote: Handler<Endpoints['addNote']> = async (request, { db }) => ({ kind: await writeNote(db, request) })

const removeNote: Handler<Endpoints['removeNote']> = async ({ noteId }, { db, staff }) => ({
  kind: await deleteNote(db, { noteId, isOwner: isOwner(staff) }),
})

const resendMail: Handler<Endpoints['resendMail']> = async ({ memberId, mail, reason }, { db, now, dependencies }) => {
  if (mail !== null) return { kind: await repeatMail(db, { memberId, mail, reason, now }) }
  const isTooMany = async (email: string) => (await dependencies.countProof(email)) > 0
  const asked = await askForProof(db, { memberId, reason, isTooMany })
  if (asked.kind !== 'asked') return asked
  await dependencies.resendVerification({ email: asked.email, memberId: null, lang: undefined })
  return { kind: 'queued' }
}

const endMemberSignIns: Handler<Endpoints['endMemberSignIns']> = async (request, { db, now }) => {
  const count = await endAllSignIns(db, { ...request, now })
  if (count === null) return { kind: 'unknown_member' }
  return count === 0 ? { kind: 'none' } : { kind: 'ended', count }
}

const closeAccountOf: Handler<Endpoints['closeAccountOf']> = async (request, { db, now, dependencies }) => {
  const { memberId, isClosed, reason } = request
  const { closures } = dependencies
  if (isClosed) return { kind: await closures.closeFor(db, { memberId, reason, now }) }
  return { kind: (await closures.reopenFor(db, { memberId, reason, now })) ? 'reopened' : 'unchanged' }
}

const inviteToTier: Handler<Endpoints['inviteToTier']> = async (request, { db, now, dependencies }) => {
  const { memberId, tier, reason } = request
  const { notify, rules } = dependencies
  const wanted = { memberId, reason, now, notify }
  const done =
    tier === null
      ? await endInvitation(db, wanted)
      : await invite(db, { ...wanted, tier, pointsExpiryMonths: rules.pointsExpiryMonths })
  switch (done.kind) {
    case 'unknown_member':
    case 'closed':
      return { kind: done.kind }
    case 'refused':
      return { kind: done.kind, tier: done.tier }
    case 'given':
    case 'ended':
      return { kind: done.kind, tier: done.tier, end: done.end?.toISOString() ?? null }
  }
}

const askAddressChange: Handler<Endpoints['askAddressChange']> = async (request, { db, now, dependencies }) => ({
  kind: await dependencies.addressChanges.ask(db, { ...request, now }),
})

const confirmAddressChange: Handler<Endpoints['confirmAddressChange']> = async (request, context) => {
  const { db, now, dependencies } = context
  const confirmed = await dependencies.addressChanges.confirm(db, { ...request, now })
  return typeof confirmed === 'string' ? { kind: confirmed } : { kind: 'begun', dueAt: confirmed.dueAt.toISOString() }
}

const endAddressChange: Handler<Endpoints['endAddressChange']> = async (request, { db, now, dependencies }) => ({
  kind: await dependencies.addressChanges.end(db, { ...request, now }),
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
  correctContact,
  addNote,
  removeNote,
  resendMail,
  endMemberSignIns,
  closeAccountOf,
  inviteToTier,
  askAddressChange,
  confirmAddressChange,
  endAddressChange,
}
