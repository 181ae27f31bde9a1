import { clearSession, readSession, writeSession } from '#src/storage/storedCredentials.ts'
import { alone } from './sessionLock.ts'
import type { ExchangeOutcome } from './exchange.ts'
import { forgetSignIn, keepSignIn, keepToken, keptToken, mustAskPassword } from './storedSession.ts'
import { rememberedMember } from './member.ts'
import { endTokens, forgetTokens, readTokenState } from './providerTokens.ts'

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
    await recordPage()
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

/**
 * Forgets the sign-in for the page and for the worker, with the provider's tokens. What is written durably goes first:
 * the page says that nobody is signed in only when it would say so after a kill, too.
 */
export async function forgetSession(): Promise<void> {
  try {
    await Promise.all([clearSession(), endTokens()])
  } finally {
    forgetSignIn()
  }
}

/** Has scans sent as whoever is signed in on the page. */
async function recordPage(): Promise<void> {
  const token = keptToken()
  const memberId = rememberedMember()?.id
  if (token === null || memberId === undefined) await clearSession()
  else await writeSession({ memberId, token })
}

/**
 * Makes the page's sign-in and the record that scans are sent by agree again, where the app was closed between the two.
 * Browsers write the page's part seconds late, the record at once: of two tokens of a member the record's is the newer
 * one, and somebody who has signed out stays signed out. Called once, when the page starts.
 */
export function mendSession(): Promise<void> {
  return alone(async () => {
    const [record, tokens] = await Promise.all([readSession().catch(() => null), readTokenState()])
    const token = keptToken()
    const memberId = rememberedMember()?.id
    if (tokens === 'signed-out') {
      if (token !== null || record !== null || !mustAskPassword()) await forgetSession()
    } else if (token === null || memberId === undefined) {
      if (record !== null) await clearSession()
      if (tokens === 'tokens') await forgetTokens()
    } else if (record?.memberId === memberId) {
      if (record.token !== token) keepToken(record.token)
    } else {
      // The provider's tokens may be another person's than the club token that lies here.
      if (record !== null) await forgetTokens()
      await writeSession({ memberId, token })
    }
  })
}
