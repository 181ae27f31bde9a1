import * as v from 'valibot'
import { Email } from '#contract/member/auth.ts'
import { accountMessages, EmailOrMobile, verifyEmailOrMobile } from '#contract/registration/registration.ts'
import { clubClient } from '#src/session/clubClient.ts'

/**
 * Who an email address or mobile number belongs to: an earlier member, somebody with an account, or nobody yet. `email`
 * and `mobile`: the address or number, whichever it is. Or why that is not known: the text is neither of the two, too
 * many attempts, or no answer.
 */
export type AccountLookUp =
  | { kind: 'existing' | 'invalid' | 'too_many' | 'unreachable' }
  | { kind: 'user' | 'nobody'; email: string | undefined; mobile: string | undefined }

/** Asks the server who a typed email address or mobile number belongs to. Never rejects. */
export async function lookUpAccount(text: string): Promise<AccountLookUp> {
  const parsed = v.safeParse(EmailOrMobile, text)
  if (!parsed.success) return { kind: 'invalid' }
  const answer = await clubClient.call(verifyEmailOrMobile, { email_or_mobile: parsed.output })
  if (!answer.ok) {
    const status = answer.error.kind === 'http' ? answer.error.status : 0
    return { kind: status === 429 ? 'too_many' : status === 422 ? 'invalid' : 'unreachable' }
  }
  const { success, message } = answer.data
  if (success && message === accountMessages.existing) return { kind: 'existing' }
  const [email, mobile] = v.is(Email, parsed.output) ? [parsed.output] : [undefined, parsed.output]
  return { kind: success ? 'user' : 'nobody', email, mobile }
}
