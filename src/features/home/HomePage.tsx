import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { Band } from '#src/ui/layout/Band.tsx'
import { optionalPart } from '#src/ui/layout/optionalPart.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsNear } from '#src/ui/layout/useIsNear.ts'
import { BlankMemberHero } from './hero/BlankMemberHero.tsx'
import { Hero } from './hero/Hero.tsx'
import { HomeSkeleton } from './contents/HomeSkeleton.tsx'
import { LostContents } from './contents/LostContents.tsx'
import styles from './HomePage.module.css'
import { MemberWelcomeLoader } from './memberWelcomeLoader.tsx'
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
const HomePopups = optionalPart(async () => (await import('./popups/HomePopups.tsx')).HomePopups)
const HomeContents = optionalPart(async () => (await import('./contents/HomeContents.tsx')).HomeContents, LostContents)

/** Home: the welcome, and below it the editors' contents, for visitors and members alike. */
export function HomePage() {
  const messages = usePageMessages('/$lang/')
  const member = useRememberedMember()
  const [placeholder, isBelowDue] = useIsNear()
  const contents = useQuery({ ...contentQueries.staticContents(), enabled: isBelowDue })
  const user = useQuery({ ...memberQueries.me(), enabled: member !== null })
  // The welcome already shows the age, below the points.
  const isUserStale = member !== null && user.isError
  return (
    <Page {...messages} bare>
      <Hero viewer={member === null ? 'visitor' : member.points === 0 ? 'new' : 'member'} other={<BlankMemberHero />}>
        {member ? <MemberWelcomeLoader member={member} /> : <VisitorHero />}
      </Hero>
      <Band className={`${styles['parts']} ${styles['page']}`}>
        {contents.data && contents.isError && !isUserStale && (
          <Suspense>
            <DataAge fetchedAt={contents.dataUpdatedAt} />
          </Suspense>
        )}
        {member && (
          <Suspense>
            <MemberNotices key={member.id} member={member} />
            <WaitingTicketsNotice memberId={member.id} />
          </Suspense>
        )}
        {!member && isBelowDue && (
          <Suspense>
            <WaitingScansNotice />
          </Suspense>
        )}
        {isBelowDue ? (
          <Suspense fallback={<HomeSkeleton ref={placeholder} />}>
            <HomeContents />
          </Suspense>
        ) : (
          <HomeSkeleton ref={placeholder} />
        )}
      </Band>
      {contents.data && (
        <Suspense>
          <HomePopups isMember={member !== null} />
        </Suspense>
      )}
    </Page>
  )
}
