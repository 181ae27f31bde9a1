import type { MemberProfile } from '#contract/member.ts'

/** The two registration pages that need the token in their hash (specification section 2). */
const tokenPages: ReadonlySet<string> = new Set(['registration-sc', 'registration-free-tier-upgrade'])

/**
 * The address to return to after signing in: the page with its search, and with its hash if that holds a token.
 */
export function returnAddress({
  pathname,
  searchStr,
  hash,
}: {
  pathname: string
  searchStr: string
  hash: string
}): string {
  const keepsHash = hash !== '' && tokenPages.has(pathname.split('/')[2] ?? '')
  return pathname + searchStr + (keepsHash ? `#${hash}` : '')
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
