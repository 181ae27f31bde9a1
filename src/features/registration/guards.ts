import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { type HistoryState, redirect } from '@tanstack/react-router'
import type { FormType } from '#contract/registration/formTypes.ts'
import { canBuyRed } from '#contract/member/renewal.ts'
import type { Language } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { welcomePoints } from '#contract/member/welcomePoints.ts'
import { loadRegistrationCatalog } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { homePath, safeReturnTo } from '#src/session/returnTo.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { requireMember, requireOwnState } from '#src/session/guard.ts'
import { namedOrBareToken, takeLinkToken } from '#src/session/linkToken.ts'
import { rememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { flows } from './flows.ts'
import { JoinedState } from './joined.ts'
import { storeReturnPage } from './returnPage.ts'
import { storeTypedMobile } from './typedMobile.ts'
import { storeToken, storedUpgrade, storedTokenUpgrade, type TokenKind } from './upgrades/upgrade.ts'
import { hasLanded, mayApply, noteLanding } from './youth/landing.ts'

interface Visit {
  params: { lang: Language }
}

interface LinkLocation {
  pathname: string
  searchStr: string
  hash: string
  state: HistoryState
}

/** Where the signed-in member's registration stands; null for a visitor. */
function ownType() {
  return rememberedMember() && (storedProfile()?.is_submitted_profile ?? null)
}

/** The page of each state of a registration that is not submitted. */
const pages = {
  default: '/$lang/registration',
  free: flows.free.page,
  red: flows.red.page,
  existing: flows.existing.page,
  sc: flows.sc.page,
  ya: flows.ya.page,
  'free-tier-upgrade': flows['free-tier-upgrade'].page,
} as const

/**
 * The page on which the signed-in member completes the registration, by the way to join that they have chosen; null for
 * a visitor, and once it is submitted.
 */
function ownPage() {
  const type = ownType()
  return type === null || type === 'submitted' ? null : pages[type]
}

/**
 * Whether a form has something to do for a member: one who has joined can still become a Red member, or renew Red,
 * apply to the young audience scheme, or redeem an upgrade.
 */
export function isFormOpen(
  form: FormType,
  profile: Pick<MemberProfile, 'is_submitted_profile' | 'membership_tier' | 'renewal' | 'ya_status'>,
): boolean {
  if (profile.is_submitted_profile !== 'submitted') return true
  if (form === 'red') return canBuyRed(profile, clubNow())
  return form === 'ya' ? mayApply(profile.ya_status) : storedUpgrade(form) !== null
}

/** For the account: leads a member who has not joined to the end to the matching page. */
export function requireSubmitted({ params }: Visit): void {
  const to = ownPage()
  if (to !== null) throw redirect({ to, params, replace: true })
}

interface FormVisit extends Visit {
  /** `join`: the link is for newcomers, who create an account; others, such as those of mails, are for members. */
  search: { join?: string | undefined }
  location: { href: string }
}

/** Leads a visitor to an account: to a new one, or to their own. */
function toAccount({ search, location }: FormVisit) {
  const loginIntent = search.join === undefined ? undefined : ('join' as const)
  return redirect({
    to: '/login',
    state: { returnTo: location.href, ...(loginIntent && { loginIntent }) },
    replace: true,
  })
}

/**
 * For the form of a Red membership: leads a visitor to an account, and a member for whom it has nothing to do to their
 * own.
 */
export function guardRed({ params, ...visit }: FormVisit): void {
  if (rememberedMember() === null) throw toAccount({ params, ...visit })
  const profile = storedProfile()
  if (profile !== null && !isFormOpen('red', profile))
    throw redirect({ to: '/$lang/member-detail', params, replace: true })
}

/**
 * For joining free: a visitor creates an account, and is a member by that. Whoever comes back from there goes on where
 * they came from; a new member is welcomed. The form is for members who have not joined with the account, such as that
 * of another identity provider.
 */
export async function guardFree({
  params,
  search,
  location: { state },
}: Visit & { search: { return_to?: string | undefined }; location: { state: HistoryState } }): Promise<void> {
  const member = rememberedMember()
  const path = safeReturnTo(search.return_to)
  const back = path === homePath ? null : path
  // A step of the form names none.
  if (member === null || search.return_to !== undefined) storeReturnPage(back)
  if (member === null) {
    // Whoever begins here has not typed it.
    storeTypedMobile(null)
    const returnTo = freeFormPath(params.lang, back)
    throw redirect({ to: '/login', state: { returnTo, loginIntent: 'join' }, replace: true })
  }
  const profile = storedProfile()
  if (profile === null || isFormOpen('free', profile)) return
  if (state.arrival === 'registered' && back === null) {
    const change = { kind: 'joined' } as const
    const joined = { memberId: member.id, tier: profile.membership_tier, welcomePoints: 0, change }
    throw redirect({ to: '/$lang/registration-success', params, state: { joined }, replace: true })
  }
  if (state.arrival === undefined || back === null)
    throw redirect({ to: '/$lang/member-detail', params, replace: true })
  storeReturnPage(null)
  if (state.arrival === 'registered') await welcomeByToast()
  throw redirect({ href: back, replace: true })
}

/** The free form, which leads on to the page that somebody joins from: the address goes along with their sign-in. */
export function freeFormPath(lang: Language, path: string | null): string {
  const search = path === null ? '' : `?${new URLSearchParams({ return_to: path })}`
  return `/${lang}/registration-free${search}`
}

/** Welcomes a new member who goes on where they were. */
async function welcomeByToast(): Promise<void> {
  await loadRegistrationCatalog()
  const points = formatPoints(welcomePoints)
  showToast({
    title: i18n._(msg`Welcome to Club Bravo: you’re a member`),
    body: i18n._(msg`Complete your profile in your account to earn ${points} points.`),
    tone: 'success',
  })
}

/**
 * For the page of a link with a token: takes it from the address, and leads a member who has joined and has no link to
 * the account.
 *
 * @returns what this tab keeps of the link, for the route's context
 */
export function guardUpgrade(kind: TokenKind, { params, location }: Visit & { location: LinkLocation }) {
  takeLinkToken({ location }, (hash) => namedOrBareToken(hash, (id) => document.getElementById(id) !== null))
  const { linkToken } = location.state
  if (linkToken !== undefined) storeToken(kind, linkToken)
  const upgrade = storedTokenUpgrade(kind)
  if (upgrade === null && ownType() === 'submitted')
    throw redirect({ to: '/$lang/member-detail', params, replace: true })
  return { upgrade }
}

/** Without WebCrypto nobody can have an account here: signing in says why. */
function requireSecureContext(): void {
  if (!isSecureContext) throw redirect({ to: '/login', state: { loginIntent: 'join' }, replace: true })
}

/**
 * For earlier members: leads to the account who has taken an old membership over. All others may have one, whatever
 * their tier. A link may bring their upgrade code.
 */
export function guardExisting({ params, location }: Visit & { location: LinkLocation }): void {
  requireSecureContext()
  takeLinkToken({ location })
  const profile = rememberedMember() && storedProfile()
  if (profile?.has_earlier_membership === true && !isFormOpen('existing', profile))
    throw redirect({ to: '/$lang/member-detail', params, replace: true })
}

/**
 * For the young audience scheme (specification section 4): leads a visitor to an account, the first time. Who comes
 * back without having signed in is asked to, or the way back would always lead away again. A member whose application
 * is being looked at, or approved, is led to the account. One that is not paid yet is left to the page, which knows
 * whether this device keeps a correction of it.
 */
export function guardYouth({ params, ...visit }: FormVisit): void {
  if (rememberedMember() === null) {
    if (hasLanded()) return
    noteLanding()
    throw toAccount({ params, ...visit })
  }
  const profile = storedProfile()
  if (profile !== null && profile.ya_status !== 'Pending Payment' && !isFormOpen('ya', profile))
    throw redirect({ to: '/$lang/member-detail', params, replace: true })
}

/** For the beginning: leads a member to the form that they have chosen, unless they want to choose again. */
export function guardEntry({ params, search }: Visit & { search: { step?: string | undefined } }): void {
  requireSecureContext()
  const profile = storedProfile()
  const page = ownType() === 'submitted' ? '/$lang/member-detail' : (ownPage() ?? pages.default)
  const isChoosing = search.step !== undefined && profile !== null && isFormOpen('red', profile)
  if (page !== pages.default && !isChoosing) throw redirect({ to: page, params, replace: true })
}

/** For changing the profile: leads a member who has not joined to the end to the matching page, or to the account. */
export function guardEdit({ params }: Visit): void {
  if (ownType() !== 'submitted') throw redirect({ to: ownPage() ?? '/$lang/member-detail', params, replace: true })
}

/**
 * For the page after joining: without the member's own navigation state, or the reference of a payment, it leads home.
 */
export function guardSuccess({
  params,
  search,
  location,
}: Visit & { search: { Ref?: string | undefined }; location: { state: HistoryState; href: string } }) {
  if (search.Ref === undefined) return { joined: requireOwnState(JoinedState, location.state.joined, params) }
  requireMember({ location })
  return { joined: null }
}
