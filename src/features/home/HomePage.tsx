import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import type { User } from '#contract/member.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Band } from '#src/ui/Band.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { Page } from '#src/ui/Page.tsx'
import { loadSanitiser } from '#src/ui/sanitise.ts'
import { Hero } from './Hero.tsx'
import { HomeContents, type HomeContentsProps } from './HomeContents.tsx'
import styles from './HomePage.module.css'
import { MemberHero } from './MemberHero.tsx'
import { MemberNotices } from './MemberNotices.tsx'
import { needsReminder } from './reminder.ts'
import { useCreditedScans } from './useCreditedScans.ts'
import { VisitorHero } from './VisitorHero.tsx'

const HomePopups = lazy(async () => ({ default: await loadPopups() }))

/** Where they cannot be fetched, home does without. */
async function loadPopups() {
  try {
    return (await import('./HomePopups.tsx')).HomePopups
  } catch {
    return () => null
  }
}

interface HomePageProps extends HomeContentsProps {
  /** null for a visitor. */
  member: RememberedMember | null
  /** What the club knows of the member; not asked for a visitor. */
  user: UseQueryResult<User>
}

/** Home: the welcome, and below it what the editors have written, for visitors and members alike. */
export function HomePage({ member, user, ...parts }: HomePageProps) {
  const words = usePageWords('/$lang/')
  const { contents } = parts
  const isUserOutdated = member !== null && user.isError
  useEffect(() => {
    // Where it fails, the texts ask again.
    void loadSanitiser().catch(() => undefined)
  }, [])
  return (
    <Page {...words} bare>
      <Hero>
        {member ? <Welcome key={member.id} member={member} user={user} contents={contents} /> : <VisitorHero />}
      </Hero>
      <Band className={`${styles['parts']} ${styles['page']}`}>
        {contents.data && contents.isError && !isUserOutdated && <KeptAge heardAt={contents.dataUpdatedAt} />}
        {member && <MemberNotices member={member} />}
        <HomeContents {...parts} />
      </Band>
      {contents.data && (
        <Suspense>
          <HomePopups remind={member ? urged(user) : false} />
        </Suspense>
      )}
    </Page>
  )
}

interface WelcomeProps extends Pick<HomePageProps, 'user' | 'contents'> {
  member: RememberedMember
}

function Welcome({ member, user, contents }: WelcomeProps) {
  const { data, dataUpdatedAt, isError, refetch } = user
  useCreditedScans(member.id, refetch)
  const known = {
    points: data?.availablePoints ?? member.points,
    heardAt: data ? dataUpdatedAt : null,
    outdated: isError,
  }
  const greeting = contents.data?.welcome_messages.find(({ code }) => code === member.tier) ?? null
  return <MemberHero member={member} known={known} greeting={greeting} />
}

/** Whether the member's profile has to be completed, by the newest that can be heard; null until that is there. */
function urged({ data, isFetching }: UseQueryResult<User>): boolean | null {
  if (isFetching) return null
  return data ? needsReminder(data.member_profile) : false
}
