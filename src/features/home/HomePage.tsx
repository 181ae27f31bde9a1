import { useQuery } from '@tanstack/react-query'
import { useHydrated } from '@tanstack/react-router'
import { type Ref, startTransition, useDeferredValue, useEffect, useState } from 'react'
import { rememberedMember, useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog, loadPageCatalog, useLanguage } from '#src/i18n/activate.ts'
import { isHydratingComplete } from '#src/platform/hydration.ts'
import { untilReleased } from '#src/platform/quietMoment.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { contentQueries, memberQueries, rewardQueries } from '#src/query/clubQueries.ts'
import { useEmbeddedContents, useEmbeddedList } from '#src/query/embedded.ts'
import { Band } from '#src/ui/layout/Band.tsx'
import { EarlyPart } from '#src/ui/layout/EarlyPart.tsx'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { BlankMemberHero } from './hero/BlankMemberHero.tsx'
import { Hero } from './hero/Hero.tsx'
import { HomeSkeleton } from './contents/HomeSkeleton.tsx'
import styles from './HomePage.module.css'
import { LostContents } from './contents/LostContents.tsx'
import { MemberWelcome } from './memberWelcomePart.ts'
import { VisitorHero } from './hero/VisitorHero.tsx'

// Visitors never load the members' parts, and the first paint does not wait for what is below the welcome.
// Home works without those whose chunk cannot be fetched.
const MemberNotices = optionalPart(async () => (await import('./MemberNotices.tsx')).MemberNotices)
const WaitingScansNotice = optionalPart(async () => (await import('./WaitingScansNotice.tsx')).WaitingScansNotice)
const WaitingTicketsNotice = optionalPart(async () => {
  const [{ WaitingTicketsNotice: component }] = await Promise.all([
    import('#src/features/scan/received/WaitingTicketsNotice.tsx'),
    loadMemberCatalog(),
  ])
  return component
})
const DataAge = optionalPart(async () => (await import('#src/ui/states/DataAge.tsx')).DataAge)
/** With the catalog that the cards of rewards need, and for a member the part that stands above them. */
async function loadContents() {
  const [{ ForYou, HomeContents: component }] = await Promise.all([
    import('./contents/HomeContents.tsx'),
    loadPageCatalog(),
  ])
  if (rememberedMember() !== null) await ForYou.load()
  return component
}
export const HomeContents = optionalPart(loadContents, { fallback: <HomeSkeleton />, other: LostContents })
const HomePopups = optionalPart(async () => (await import('./popups/HomePopups.tsx')).HomePopups)

/** Home: the welcome, and below it the editors' contents, for visitors and members alike. */
export function HomePage() {
  const messages = usePageMessages('/$lang/')
  const member = useRememberedMember()
  const [placeholder, isBelowDue] = useIsNear()
  const contents = useQuery({ ...contentQueries.staticContents(), enabled: isBelowDue })
  const rewards = useQuery({ ...rewardQueries.list(), enabled: isBelowDue })
  const user = useQuery({ ...memberQueries.me(), enabled: member !== null })
  // The welcome already shows the age, below the points.
  const isUserStale = member !== null && user.isError
  const isReady = useIsReady(isBelowDue && contents.data !== undefined && rewards.data !== undefined)
  const isInDocument = useDocumentStays(member !== null || isReady)
  // Drawn in interruptible steps.
  const next = useDeferredValue(isInDocument ? 'document' : isBelowDue ? 'contents' : 'skeleton')
  // At once: what a document has is for visitors.
  const shown = member !== null && next === 'document' ? 'skeleton' : next
  return (
    <Page {...messages} bare>
      <Hero viewer={member === null ? 'visitor' : member.points === 0 ? 'new' : 'member'} other={<BlankMemberHero />}>
        {member ? <MemberWelcome key={member.id} member={member} /> : <VisitorHero />}
      </Hero>
      <Band className={`${styles['parts']} ${styles['page']}`}>
        {contents.data && contents.isError && !isUserStale && <DataAge fetchedAt={contents.dataUpdatedAt} />}
        {member && (
          <>
            <MemberNotices key={member.id} member={member} />
            <WaitingTicketsNotice memberId={member.id} />
          </>
        )}
        {!member && isBelowDue && <WaitingScansNotice />}
        {shown === 'document' && <ContentsOfDocument ref={placeholder} />}
        {shown === 'contents' && <HomeContents />}
        {shown === 'skeleton' && <HomeSkeleton ref={placeholder} />}
      </Band>
      {contents.data && <HomePopups isMember={member !== null} />}
    </Page>
  )
}

/**
 * Whether what the document has below the welcome stays: if it has all of it, in the language of the page, and until
 * the app has its own. What has gone does not come back.
 */
function useDocumentStays(isOver: boolean): boolean {
  const lang = useLanguage()
  // Where a document could not be hydrated, it is drawn anew, and has gone.
  const isHydrated = useHydrated()
  const [drawnIn, setDrawnIn] = useState(() => (!isHydrated && isHydratingComplete() ? lang : null))
  const stays = drawnIn === lang && !isOver
  if (!stays && drawnIn !== null) setDrawnIn(null)
  return stays
}

/**
 * Whether what the document has below the welcome can be replaced: the code is there, too, and no control is held.
 *
 * @param isDue whether the data is there
 */
function useIsReady(isDue: boolean): boolean {
  const [isReady, setReady] = useState(false)
  useEffect(() => {
    if (!isDue) return
    const load = async () => {
      // A document keeps what it has where the chunk is lost.
      await loadContents()
      await HomeContents.load()
      await untilReleased()
      startTransition(() => setReady(true))
    }
    load().catch(() => undefined)
  }, [isDue])
  return isReady
}

/**
 * What is below the welcome, as the server has drawn it for visitors: it can be read at once, and stays until the app
 * has all that it draws there itself.
 */
function ContentsOfDocument({ ref }: { ref: Ref<HTMLDivElement> }) {
  const contents = useEmbeddedContents()
  const offers = useEmbeddedList()?.offers
  return (
    <EarlyPart ref={ref} stays className={`${styles['parts']} ${styles['ofDocument']}`} data-visitor data-below>
      {import.meta.env.SSR && <HomeContents given={contents && offers && { contents, offers }} />}
    </EarlyPart>
  )
}
