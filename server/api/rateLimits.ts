import type { Endpoint, ParsedRequestOf, RateClass } from '#contract/endpoint.ts'
import { type EndpointName, type Endpoints, endpoints } from '#contract/index.ts'
import type { OldMemberClaim as GivenClaim } from '#contract/registration/upgrades.ts'
import { contactOf, memberNoOf, upgradeCodeOf } from '#server/domain/upgrades.ts'
import { HttpError } from '#server/handlers/httpError.ts'
import type { RateLimiter } from '#server/rateLimits/rateLimiter.ts'

type AccountOf<N extends EndpointName> = (request: ParsedRequestOf<Endpoints[N]>, caller: Caller) => string
type OldMemberClaim = Omit<Parameters<RateLimiter['consumeOldMember']>[0], 'memberId'>
type NamesWith<Class extends RateClass> = {
  [N in EndpointName]: Endpoints[N] extends { rateClass: Class } ? N : never
}[EndpointName]

/**
 * The account, token or member number that a sign-in call counts for, together with the network address that it comes from. An endpoint of these classes without an
 * account does not compile.
 */
const counted: { [N in NamesWith<'sign-in' | 'look-up' | 'mail' | 'old-member'>]: AccountOf<N> } = {
  findProfile: ({ username }) => username,
  register: ({ email }) => email,
  login: ({ login }) => login,
  resendVerification: ({ email }) => email,
  getScTier: ({ sc_token: token }) => token,
  getFreeUpgradeTier: ({ free_tier_upgrade_token: token }) => token,
  assignScTier: ({ user_email: email }) => email,
  assignFreeUpgradeTier: ({ user_email: email }) => email,
  existingProfile: ({ cb_member_no: memberNo }) => memberNo,
  profileMigrated: (_request, { memberId }) => memberId ?? '',
  accountActivation: ({ token }) => token,
  changeEmail: (_request, { memberId }) => memberId ?? '',
  confirmEmail: ({ token }) => token,
  closeAccount: (_request, { memberId }) => memberId ?? '',
  reopenAccount: ({ token }) => token,
  googleLogin: ({ id_token: idToken }) => idToken,
  facebookLogin: ({ id_token: idToken }) => idToken,
  forgotPassword: ({ email }) => email,
  resetPassword: ({ token }) => token,
  changePassword: (_request, { memberId }) => memberId ?? '',
  verifyEmailOrMobile: ({ email_or_mobile: emailOrMobile }) => emailOrMobile,
}
type Mail = Omit<Parameters<RateLimiter['consumeMail']>[0], 'address'>
/** The mail that such a call asks for. */
const mails: { [N in NamesWith<'mail'>]: (request: ParsedRequestOf<Endpoints[N]>) => Mail } = {
  resendVerification: ({ email }) => ({ email, about: 'verification', isRepeat: true }),
  forgotPassword: ({ email }) => ({ email, about: 'password', isRepeat: true }),
  // With a wrong password, no mail is sent: the next request is no repeat.
  changeEmail: ({ email }) => ({ email, about: 'new address' }),
}
type OldMemberNames = NamesWith<'old-member'>
/** Which old member such a call claims to be. */
const oldMembers: { [N in OldMemberNames]: (request: ParsedRequestOf<Endpoints[N]>) => OldMemberClaim } = {
  existingProfile: claimOf,
  profileMigrated: claimOf,
}
const oldMemberClaims: { [N in EndpointName]?: (request: ParsedRequestOf<Endpoints[N]>) => OldMemberClaim } = oldMembers
const wantedMails: { [N in EndpointName]?: (request: ParsedRequestOf<Endpoints[N]>) => Mail } = mails
const accounts: { [N in EndpointName]?: AccountOf<N> } = counted

export interface Caller {
  /** The network address. */
  address: string
  /** null for a visitor. */
  memberId: string | null
}

/** Counts a call. Throws HttpError 429 with `Retry-After` when it is over a limit. */
export type EnforceRateLimits = <N extends EndpointName>(
  name: N,
  request: ParsedRequestOf<Endpoints[N]>,
  caller: Caller,
) => Promise<void>

function claimOf({ cb_member_no: memberNo, ...proof }: GivenClaim): OldMemberClaim {
  const { email_or_mobile: contact, upgrade_code: code } = proof
  return {
    memberNo: memberNoOf(memberNo),
    contact: contact === '' ? null : contactOf(contact),
    code: code === '' ? null : upgradeCodeOf(code),
  }
}

function requireNoWait(seconds: number, message = `Too many attempts. Please wait ${seconds} s and try again.`): void {
  if (seconds > 0) throw new HttpError(429, { message }, seconds)
}

/**
 * Counts a call against the limits of its endpoint before it is handled. Throws `HttpError` 429, with the seconds to wait, where one is
 * reached.
 */
export function enforceRateLimits(rateLimiter: RateLimiter): EnforceRateLimits {
  return async (name, request, caller) => {
    const { address, memberId } = caller
    const account = accounts[name]?.(request, caller)
    const { rateClass }: Endpoint = endpoints[name]
    const guesses = rateClass === 'look-up' ? 'accounts' : undefined
    if (account !== undefined)
      requireNoWait(await rateLimiter.consumeSignIn({ scope: name, account, address, guesses }))
    const mail = wantedMails[name]?.(request)
    if (mail !== undefined)
      requireNoWait(
        await rateLimiter.consumeMail({ ...mail, address }),
        'You’ve requested several emails. Please try again later.',
      )
    const claim = oldMemberClaims[name]?.(request)
    if (claim !== undefined) requireNoWait(await rateLimiter.consumeOldMember({ ...claim, memberId }))
    if (memberId !== null && rateClass === 'scan')
      requireNoWait(await rateLimiter.consumeScan({ scope: name, memberId }))
    if (memberId !== null && rateClass === 'spending') requireNoWait(await rateLimiter.consumeSpending({ memberId }))
    if (memberId !== null && rateClass === 'own-data')
      requireNoWait(await rateLimiter.consumeOwnData({ scope: name, memberId }))
    if (memberId !== null && rateClass === 'payment')
      requireNoWait(
        await rateLimiter.consumePayment({ memberId }),
        'You’ve started several payments. Please try again later.',
      )
  }
}
