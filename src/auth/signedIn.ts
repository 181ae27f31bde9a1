import { clearSession, readSession, writeSession } from '#src/outbox/session.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { forgetSignIn, keepSignIn, keptToken } from './kept.ts'
import { rememberedMember } from './member.ts'

/** The least time until a token is renewed, in milliseconds: a phone's clock may be days ahead of the server's. */
const leastRenewal = 10 * 60_000

/**
 * Keeps a sign-in for the page, and the record that scans are sent by. The record comes first, because the page's part
 * wakes the sender; where it cannot be written the scans cannot be either, and `mendSession` writes it at the next
 * start.
 *
 * @param isWanted asked at the last moment: a sign-out may have come in between
 * @returns 'storage': this browser keeps nothing, and nobody is signed in
 */
export async function keepSession(
  { token, expiresAt, user }: ExchangeOutcome & { kind: 'signed-in' },
  isWanted: () => boolean = () => true,
): Promise<'kept' | 'unwanted' | 'storage'> {
  const now = Date.now()
  const renewAt = now + Math.max(leastRenewal, (Date.parse(expiresAt) - now) * 0.75)
  const profile = user.member_profile
  await writeSession({ memberId: profile.id, token })
  if (!isWanted()) {
    await mendSession()
    return 'unwanted'
  }
  try {
    keepSignIn({ token, renewAt, profile })
    return 'kept'
  } catch {
    await forgetSession()
    return 'storage'
  }
}

/** Forgets the sign-in for the page and for the worker. */
export async function forgetSession(): Promise<void> {
  forgetSignIn()
  await clearSession()
}

/**
 * Makes the record that scans are sent by agree with the page's sign-in again, where the app was closed between the
 * two.
 */
export async function mendSession(): Promise<void> {
  const token = keptToken()
  const memberId = rememberedMember()?.id
  const record = await readSession().catch(() => null)
  if (token === null || memberId === undefined) {
    if (record !== null) await clearSession()
  } else if (record?.token !== token || record.memberId !== memberId) {
    await writeSession({ memberId, token })
  }
}
