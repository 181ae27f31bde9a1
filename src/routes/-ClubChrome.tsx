import { lazy, Suspense, type ReactNode } from 'react'
import { Chrome } from '#src/features/chrome/Chrome.tsx'

const loadCard = () => import('#src/features/card/MembershipCardPopup.tsx')
const MembershipCardPopup = lazy(async () => ({ default: (await loadCard()).MembershipCardPopup }))

const NotFoundPage = lazy(async () => ({
  default: (await import('#src/features/chrome/NotFoundPage.tsx')).NotFoundPage,
}))

// A chunk that cannot be preloaded fails, and is handled, where it is rendered.
const card = { Popup: MembershipCardPopup, preload: () => void loadCard().catch(() => undefined) }

/** The chrome of every page, with the membership card that its menu opens. */
export function ClubChrome({ children }: { children: ReactNode }) {
  return <Chrome card={card}>{children}</Chrome>
}

/** The page of an unknown address. */
export function ClubNotFound() {
  return (
    <Suspense>
      <NotFoundPage />
    </Suspense>
  )
}
