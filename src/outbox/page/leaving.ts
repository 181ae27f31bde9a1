import { reopenDays } from '#contract/member/closure.ts'
import { me } from '#contract/member/member.ts'
import { answerWithin } from '#src/platform/answerWithin.ts'
import { needsAttention } from '#src/session/attention.ts'
import { deleteDrafts, leave, revokeEndedSignIns } from '#src/session/leave.ts'
import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { plainClient } from '#src/session/plainClient.ts'
import { forgetClosing, noteClosing, readClosings } from '#src/session/record.ts'
import { failureOf } from '#src/session/signInFailure.ts'
import { isMembershipInvalid, watchStoredSession } from '#src/session/storedSession.ts'
import type { FrozenRow } from '#src/outbox/rows.ts'
import { closeNotifications, wakeWorker } from './closedApp.ts'
import { countReceivedTickets, forgetOthersTickets, forgetReceivedTickets } from './receivedTickets.ts'
import { scanOutbox } from './scanOutbox.ts'

// What stays on this device when a session ends: scans and calls without an answer, because both are promised to be
// sent until there is one, and nobody but their member can see or send them. A conversion names the airline account
// until its member is told. Everything else goes, drafts of forms as well.

/** What of a member waits on this device when the session ends. */
export interface Waiting {
  /** Scans without a final answer. */
  unsent: readonly FrozenRow[]
  /** How many calls nobody knows the end of. */
  calls: number
  /** How many tickets came from elsewhere and are no scans yet. */
  received: number
}

/** How long storage may hold up the question about what waits, in milliseconds. */
const maxAskMs = 2_000
/** How long the end of a session may take then, in milliseconds. */
export const unaskedEndMs = 1_000

/** What waits; null where storage fails, or does not answer: nobody knows, and what it has stays. Never rejects. */
export async function whatWaits(memberId: string): Promise<Waiting | null> {
  const read = Promise.all([scanOutbox.waiting(memberId), countReceivedTickets(memberId)]).catch(() => undefined)
  const answer = await answerWithin(read, maxAskMs)
  if (answer === undefined) return null
  const [rows, received] = answer
  const unsent = rows.filter(({ isCall }) => !isCall)
  return { unsent, calls: rows.length - unsent.length, received }
}

/** Deletes what is private and of no use to anybody, once a session has ended. Never rejects. */
export async function tidyUp(): Promise<void> {
  await Promise.all([scanOutbox.forgetFinal(null), forgetReceivedTickets(), closeNotifications()])
}

/** The same, with everything else of a member whose account is closed. */
export async function forgetClosedAccount(memberId: string): Promise<void> {
  await Promise.all([tidyUp(), forgetMember(memberId)])
}

/** Forgets the rows of a member whose account is closed. What storage does not forget now, the next start does. */
async function forgetMember(memberId: string): Promise<void> {
  const { kind } = await scanOutbox.forgetMember(memberId)
  if (kind === 'done') await forgetClosing(memberId).catch(() => undefined)
}

/** After this time a closed account cannot be opened again, in milliseconds. */
const reopenableMs = reopenDays * 24 * 60 * 60 * 1000

/** The member whom the club lets in, as far as it has said. One whom it refuses has a closed account: that is noted. */
function memberLetIn(): string | null {
  const memberId = memberHere()
  if (memberId === null || !isMembershipInvalid()) return memberId
  noteClosing({ memberId, kind: 'told', since: Date.now() }).catch(() => undefined)
  return null
}

/** Notes who is refused, now and later, and asks about whoever is let in then. Returns what ends it. */
export function watchClosedElsewhere(): () => void {
  let last = memberLetIn()
  return watchStoredSession(() => {
    const memberId = memberLetIn()
    if (memberId !== null && memberId !== last) void finishClosings()
    last = memberId
  })
}

/**
 * Forgets whose account is closed. Who is signed in: by the club's word, because a clock may jump. Who has asked for it
 * here, once the club says that it is closed, where the answer was lost, or the page was closed with it; who was told
 * so, once the club has forgotten the sign-in, as it does when the account can be opened no more. Everybody else: once
 * it can be opened no more. Never rejects.
 */
export async function finishClosings(): Promise<void> {
  for (const { memberId, kind, since } of await readClosings().catch(() => [])) {
    // A clock that is set back takes nothing.
    const isOver = Date.now() - since > reopenableMs
    if (memberHere() === memberId) {
      const answer = await plainClient.call(me, {}, { concurrent: true })
      if (memberHere() !== memberId) continue
      if (answer.ok) {
        await forgetClosing(memberId).catch(() => undefined)
        continue
      }
      // A sign-in that has ended by itself says nothing of the account, unless that was closed before.
      const isForgotten = isOver && isMembershipInvalid() && failureOf(answer.error) === 'rejected'
      if (!isForgotten && !(kind === 'asked' && needsAttention(answer.error))) continue
      await leave()
      await forgetClosedAccount(memberId)
    } else if (isOver) await forgetMember(memberId)
  }
}

async function revoke(): Promise<void> {
  if (!(await revokeEndedSignIns())) await wakeWorker()
}

const revokeNow = () => void revoke()

/** Tells the club of sign-outs that it has not heard of: now, when a session ends, and when the network returns. */
export function keepRevoking(): () => void {
  revokeNow()
  addEventListener('online', revokeNow)
  const stop = watchStoredSession(revokeNow)
  return () => {
    removeEventListener('online', revokeNow)
    stop()
  }
}

const memberHere = () => rememberedMember()?.id ?? null

function forget(): void {
  void scanOutbox.forgetFinal(memberHere())
}

/**
 * Forgets what this device has of everybody who is not signed in: now, because a sign-out may have been cut short, and
 * whenever the member changes. Of their scans, those with a final answer, also when they get it later, by an answer
 * that was under way. Never rejects. Returns what ends it.
 */
export function forgetOthers(): () => void {
  void forgetOthersTickets(memberHere())
  void deleteDrafts(memberHere)
  forget()
  const stops = [watchMemberChange(forget), scanOutbox.subscribe(forget)]
  return () => {
    for (const stop of stops) stop()
  }
}
