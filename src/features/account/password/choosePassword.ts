import type { Language } from '#contract/language.ts'
import { changePassword, resetPassword } from '#contract/member/password.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { endSession } from '#src/session/sessionLifecycle.ts'
import { withSessionLock } from '#src/session/sessionLock.ts'
import type { PasswordEntry } from './passwordRules.ts'

/**
 * Changes the password by a mailed link's token, or else as the signed-in member, whose session here has then ended as everywhere. A
 * member who is signed in here may be another one than the link's: their session goes on if it is still good. A mail in the page's language tells of it.
 */
export async function choosePassword(
  linkToken: string | null,
  { current, password, repeated }: PasswordEntry,
  lang: Language,
) {
  const choice = { password, password_confirmation: repeated, lang }
  if (linkToken !== null) return await clubClient.call(resetPassword, { token: linkToken, ...choice })
  const answer = await clubClient.call(changePassword, { current_password: current ?? '', ...choice })
  if (answer.ok) await withSessionLock(endSession)
  return answer
}
