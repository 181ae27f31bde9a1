import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, type ReactNode } from 'react'
import type { StaticContents } from '#contract/content.ts'
import { Chrome } from '#src/features/chrome/Chrome.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { resolveCampaignHref } from '#src/content/campaigns.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkResolverContext } from '#src/ui/actions/linkResolver.ts'

const loadCard = async () => {
  const [popup] = await Promise.all([import('#src/features/card/MembershipCardPopup.tsx'), loadMemberCatalog()])
  return popup
}
const MembershipCardPopup = lazy(async () => ({ default: (await loadCard()).MembershipCardPopup }))

const NotFoundPage = lazy(async () => ({
  default: (await import('#src/features/chrome/NotFoundPage.tsx')).NotFoundPage,
}))

// A chunk that cannot be preloaded fails, and is handled, where it is rendered.
const card = { Popup: MembershipCardPopup, preload: () => void loadCard().catch(() => undefined) }

const selectCampaigns = ({ campaigns }: StaticContents) => campaigns

/**
 * The chrome of every page, with the membership card that its menu opens. In the texts inside it, a link to an external
 * campaign opens its website. (The query is here because it connects the contents with `ui`, which may not use
 * queries.)
 */
export function ClubChrome({ children }: { children: ReactNode }) {
  // Whatever shows texts of the contents fetches them.
  const { data: campaigns } = useQuery({ ...contentQueries.staticContents(), select: selectCampaigns, enabled: false })
  const resolveLink = useCallback((href: string) => resolveCampaignHref(campaigns ?? [], href), [campaigns])
  return (
    <LinkResolverContext value={resolveLink}>
      <Chrome card={card}>{children}</Chrome>
    </LinkResolverContext>
  )
}

/** The page of an unknown address. */
export function ClubNotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  )
}
