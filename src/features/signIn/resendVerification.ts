import { resendVerification } from '#contract/auth.ts'
import { clubClient } from '#src/auth/clubClient.ts'

/** `waitMinutes`: how long the club asks to wait, at least 1. */
export type ResendOutcome = { kind: 'sent' | 'failed' } | { kind: 'too-many'; waitMinutes: number }

/** Asks the server to send the verification mail again. */
export async function resendVerificationMail(email: string): Promise<ResendOutcome> {
  const answer = await clubClient.call(resendVerification, { email })
  if (answer.ok) return { kind: 'sent' }
  const { error } = answer
  if (error.kind !== 'http' || error.status !== 429) return { kind: 'failed' }
  return { kind: 'too-many', waitMinutes: Math.max(1, Math.ceil((error.retryAfterMs ?? 0) / 60_000)) }
}
