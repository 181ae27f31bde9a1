import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, type ReactNode } from 'react'
import { Chrome } from '#src/features/chrome/Chrome.tsx'
import { contentQueries } from '#src/query/clubQueries.ts'

const loadCard = () => import('#src/features/card/MembershipCardPopup.tsx')
const CardPopup = lazy(async () => ({ default: (await loadCard()).MembershipCardPopup }))

const NotFoundPage = lazy(async () => ({
  default: (await import('#src/features/chrome/NotFoundPage.tsx')).NotFoundPage,
}))

/** The membership card with the pictures that the contents have of it. */
function Card({ onClose }: { onClose: () => void }) {
  const { data } = useQuery(contentQueries.staticContents())
  return <CardPopup cards={data?.membership_cards ?? []} onClose={onClose} />
}

// A part that cannot be fetched is seen to where it is drawn.
const card = { Popup: Card, preload: () => void loadCard().catch(() => undefined) }
const none: never[] = []

/** The chrome, with what it shows of the club's contents. */
export function ClubChrome({ children }: { children: ReactNode }) {
  const { data: links } = useQuery({ ...contentQueries.staticContents(), select: ({ club_links }) => club_links })
  return (
    <Chrome links={links ?? none} card={card}>
      {children}
    </Chrome>
  )
}

/** The page of an unknown address, in the words that the club has for it. */
export function ClubNotFound() {
  const { data: block } = useQuery({
    ...contentQueries.staticContents(),
    select: ({ static_pages: pages }) => pages.find(({ code }) => code === 'not-found') ?? null,
  })
  return (
    <Suspense>
      <NotFoundPage block={block ?? undefined} />
    </Suspense>
  )
}
