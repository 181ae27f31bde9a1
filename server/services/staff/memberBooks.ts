import { recordOf } from '#contract/keysOf.ts'
import { languages } from '#contract/language.ts'
import type { AddressChange, MemberBooks } from '#contract/staff/members.ts'
import { publishedRecords } from '#server/content/publishedContent.ts'
import { availablePoints } from '#server/domain/ledger.ts'
import { readBuckets } from '#server/store/members/memberReport.ts'
import { findOpenChange } from '#server/store/identity/addressChanges.ts'
import { findClosureEnd } from '#server/store/members/accountClosures.ts'
import { findNotes } from '#server/store/members/memberNotes.ts'
import { contactOf, findMember, namesOf } from '#server/store/members/members.ts'
import { findRedemptions } from '#server/store/spending/redemptions.ts'
import type { ActingPool } from '#server/store/store.ts'
import { inSnapshot } from '#server/store/transactions.ts'
import { recordLook } from '../acts.ts'
import { audit } from '../audit.ts'
import { youthStatusOf } from '../membership/youth.ts'
import { readActorNames } from './doneBy.ts'
import { toFoundMember } from './memberSearch.ts'

const time = (moment: Date | null) => moment?.toISOString() ?? null

type OpenChange = NonNullable<Awaited<ReturnType<typeof findOpenChange>>>

function changeSeen(
  { id, to, proof, reason, askedBy, askedAt, confirmedBy, dueAt, provedAt }: OpenChange,
  { nameOf, viewer }: { nameOf: (actor: string) => string; viewer: { actor: string } },
): AddressChange {
  const by = { by: nameOf(askedBy), confirmedBy: confirmedBy === null ? null : nameOf(confirmedBy) }
  return {
    id,
    to,
    proof,
    reason,
    ...by,
    at: askedAt.toISOString(),
    dueAt: time(dueAt),
    provedAt: time(provedAt),
    isOwn: askedBy === viewer.actor,
  }
}

/**
 * What the books say of a member, and what an audit of them says; null when there is no such member. The look is
 * recorded.
 */
export async function findBooks(
  db: ActingPool,
  memberId: string,
  { now, viewer }: { now: Date; viewer: { actor: string; isOwner: boolean } },
): Promise<MemberBooks | null> {
  const known = await findMember(db, memberId)
  if (!known) return null
  const { id } = known
  await recordLook(db, 'member_read', id)
  const read = await inSnapshot(db, async (snapshot) => ({
    member: (await findMember(snapshot, id)) ?? known,
    buckets: await readBuckets(snapshot, id),
    redemptions: (await findRedemptions(snapshot, id)).toReversed(),
  }))
  const { member } = read
  const { differences } = await audit(db, id)
  const { editorial } = await publishedRecords(db)
  const notes = await findNotes(db, id)
  const change = await findOpenChange(db, id)
  const nameOf = await readActorNames(db, [
    ...notes.map(({ writtenBy }) => writtenBy),
    ...(change ? [change.askedBy, change.confirmedBy ?? ''] : []),
  ])
  return {
    member: await toFoundMember(db, member, now),
    names: namesOf(member),
    contact: contactOf(member),
    countries: (editorial.countries ?? []).flatMap((country) =>
      country ? [{ id: country.id, name: recordOf(languages, (lang) => country.name[lang] ?? '') }] : [],
    ),
    reopenableUntil: time(await findClosureEnd(db, id)),
    addressChange: change ? changeSeen(change, { nameOf, viewer }) : null,
    notes: notes.map(({ writtenBy, at, ...note }) => ({
      ...note,
      by: nameOf(writtenBy),
      at: at.toISOString(),
      isRemovable: viewer.isOwner || writtenBy === viewer.actor,
    })),
    isEmailVerified: member.email_verified,
    suspensionReason: member.suspended_reason,
    joinedAt: member.created_at.toISOString(),
    isProfileCompleted: member.is_profile_completed,
    youth: youthStatusOf(member, now),
    points: availablePoints(read.buckets, now),
    buckets: read.buckets.map((row) => ({ ...row, expiresAt: time(row.expiresAt) })),
    redemptions: read.redemptions.map(
      ({ refNo, redeemedAt, alias, quantity, points, delivery, vouchers, returnedAt }) => ({
        refNo,
        at: redeemedAt.toISOString(),
        alias,
        quantity,
        points,
        delivery,
        returnedAt: time(returnedAt),
        vouchers: vouchers.map(({ code, expires_at: expiresAt, used_at: usedAt }) => ({ code, expiresAt, usedAt })),
      }),
    ),
    differences,
  }
}
