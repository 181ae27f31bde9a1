import type { Endpoints } from '#contract/index.ts'
import type { SocialProvider } from '#server/identity/socialProviders.ts'
import { takesMembers } from '#server/services/contents.ts'
import { isRegistered, registerAccount } from '#server/services/membership/membership.ts'
import { logIn } from '#server/services/membership/sessions.ts'
import { toLoginAnswer } from './auth.ts'
import type { CallContext, Handler } from './handler.ts'
import { fieldError, HttpError, notOpenError } from './httpError.ts'

const names: Record<SocialProvider, string> = { google: 'Google', facebook: 'Facebook' }

async function signIn(provider: SocialProvider, idToken: string, { db, now, dependencies, userAgent }: CallContext) {
  const read = dependencies.socialProviders[provider]
  if (!read) throw new HttpError(422, { message: `Signing in with ${names[provider]} is not configured` })
  const identity = await read(idToken)
  if (!identity) throw new HttpError(401, { message: `${names[provider]} does not confirm this sign-in` })
  // Asked again, because another call may have registered the same person in between.
  if (!(await isRegistered(db, identity))) {
    if (!(await takesMembers(db))) throw notOpenError()
    const isNew = await registerAccount(db, identity, now)
    if (!isNew && !(await isRegistered(db, identity))) throw fieldError('email', 'used')
  }
  return toLoginAnswer(await logIn(db, identity, { now, tokenDays: dependencies.rules.tokenDays, userAgent }))
}

const googleLogin: Handler<Endpoints['googleLogin']> = (request, context) => signIn('google', request.id_token, context)

const facebookLogin: Handler<Endpoints['facebookLogin']> = (request, context) =>
  signIn('facebook', request.id_token, context)

/** Signing in by another identity provider's token (contract/member/socialLogin.ts). */
export const socialLoginHandlers = { googleLogin, facebookLogin }
