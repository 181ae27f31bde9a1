import type { MemberProfile } from '#contract/member/member.ts'
import { pageOfPath } from '#src/i18n/language.ts'
import { tokenHash } from '#src/session/linkToken.ts'

/** The pages of links that a sign-in must bring back. Any other mailed token stays out of what a sign-in stores. */
const keptTokens = new Set(['registration-sc', 'registration-free-tier-upgrade', 'card-partner-upgrade'])

/**
 * The address to return to after signing in: the page with its search, and with the token of the link of an upgrade,
 * which has left the address (specification section 2: the registration pages keep their hash).
 */
export function returnAddress({
  pathname,
  searchStr,
  state: { linkToken },
}: {
  pathname: string
  searchStr: string
  state: { linkToken?: string }
}): string {
  const isKept = linkToken !== undefined && keptTokens.has(pageOfPath(pathname))
  return pathname + searchStr + (isKept ? `#${tokenHash(linkToken)}` : '')
}

/** The target of "My account" by the profile's submitted type; for all others it is the member's own page. */
const accountPages: Partial<Record<MemberProfile['is_submitted_profile'], string>> = {
  'free-tier-upgrade': 'registration-free-tier-upgrade',
}

/**
 * The page below the language that "My account" opens.
 *
 * @param exists whether the app has a page; pages that are missing are never linked to
 */
export function accountPage(
  profile: Pick<MemberProfile, 'is_submitted_profile'> | null,
  exists: (page: string) => boolean,
): string {
  const page = profile === null ? undefined : accountPages[profile.is_submitted_profile]
  return page !== undefined && exists(page) ? page : 'member-detail'
}
