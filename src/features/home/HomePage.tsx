import type { UseQueryResult } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import type { User } from '#contract/member.ts'
import type { RememberedMember } from '#src/auth/member.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Band } from '#src/ui/Band.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Hero } from './Hero.tsx'
import { ComingHome } from './ComingHome.tsx'
import type { HomeContentsProps } from './HomeContents.tsx'
import styles from './HomePage.module.css'
import { loadMemberWelcome } from './loadMemberWelcome.ts'
import { hasProfileForm } from './profileForm.ts'
import { needsReminder } from './reminder.ts'
import { VisitorHero } from './VisitorHero.tsx'

// Visitors do without what members see, and nobody waits for what is below the welcome.
const MemberWelcome = lazy(async () => ({ default: await loadMemberWelcome() }))
const MemberNotices = lazy(async () => ({ default: (await import('./MemberNotices.tsx')).MemberNotices }))
const HomeContents = lazy(async () => ({ default: (await import('./HomeContents.tsx')).HomeContents }))
const KeptAge = lazy(async () => ({ default: (await import('#src/ui/KeptAge.tsx')).KeptAge }))
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
  return (
    <Page {...words} bare>
      <Hero tall={member?.points === 0}>
        {member ? (
          <Suspense>
            <MemberWelcome key={member.id} member={member} user={user} contents={contents} />
          </Suspense>
        ) : (
          <VisitorHero />
        )}
      </Hero>
      <Band className={`${styles['parts']} ${styles['page']}`}>
        {contents.data && contents.isError && !isUserOutdated && (
          <Suspense>
            <KeptAge heardAt={contents.dataUpdatedAt} />
          </Suspense>
        )}
        {member && (
          <Suspense>
            <MemberNotices member={member} />
          </Suspense>
        )}
        <Suspense fallback={<ComingHome />}>
          <HomeContents {...parts} />
        </Suspense>
      </Band>
      {contents.data && (
        <Suspense>
          <HomePopups remind={member ? urged(user) : false} />
        </Suspense>
      )}
    </Page>
  )
}

/** Whether the member's profile has to be completed, by the newest that can be heard; null until that is there. */
function urged({ data, isFetching }: UseQueryResult<User>): boolean | null {
  if (!hasProfileForm) return false
  if (isFetching) return null
  return data ? needsReminder(data.member_profile) : false
}
