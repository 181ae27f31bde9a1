import { Trans } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import type { ContentBlock, StaticContents } from '#contract/content.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { blocksOfPage, blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { sortCountries } from '#src/content/countries.ts'
import { IntroSkeleton, Intro } from '../Intro.tsx'
import styles from './JoinPage.module.css'
import { JoinRoutes } from './JoinRoutes.tsx'
import { NameList } from '../NameList.tsx'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { StepsSkeleton, Steps } from '../Steps.tsx'
import { ClubPage } from '../ClubPage.tsx'

interface JoinContents {
  intro: ContentBlock | null
  steps: readonly ContentBlock[]
  /** The ways to join. */
  routes: readonly ContentBlock[]
  instruments: StaticContents['instruments']
  countries: StaticContents['countries']
}

function selectJoin(contents: StaticContents): JoinContents {
  const { static_pages: pages, registration_content: routes, instruments, countries } = contents
  return {
    intro: blockWithCode(pages, 'join-club-bravo'),
    steps: blocksOfPage(pages, 'join-club-bravo'),
    routes: sortBySeq(routes),
    instruments,
    countries: sortCountries(countries),
  }
}

/** How to become a member: the steps, and the routes. */
export function JoinPage() {
  const tier = useRememberedMember()?.tier ?? null
  return (
    <ClubPage
      page="/$lang/join-club-bravo"
      select={selectJoin}
      skeletons={
        <>
          <IntroSkeleton />
          <StepsSkeleton />
        </>
      }
    >
      {(contents) => <Join {...contents} tier={tier} />}
    </ClubPage>
  )
}

function Join({ intro, steps, routes, instruments, countries, tier }: JoinContents & { tier: Tier | null }) {
  if (intro === null && steps.length === 0 && routes.length === 0) return <UnwrittenPage />
  return (
    <PageParts>
      {intro && (
        <Intro block={intro}>
          <JoinButton isMember={tier !== null} />
        </Intro>
      )}
      {steps.length > 0 && (
        <Section id="steps" title={<Trans>From joining to your first points</Trans>} rule>
          <Steps steps={steps} />
        </Section>
      )}
      {routes.length > 0 && (
        <Section
          id="ways"
          title={<Trans>Ways to join</Trans>}
          lead={<Trans>Choose the way that suits you.</Trans>}
          rule
        >
          <JoinRoutes routes={routes} tier={tier} />
        </Section>
      )}
      {(instruments.length > 0 || countries.length > 0) && (
        <Section id="choices" title={<Trans>Good to know before you join</Trans>} rule>
          <div className={styles['lists']}>
            <NameList
              title={<Trans>What you’ll hear</Trans>}
              lead={<Trans>Our concerts cover all of these.</Trans>}
              entries={instruments}
            />
            <NameList
              title={<Trans>Where we deliver</Trans>}
              lead={<Trans>We can post rewards to addresses in these places.</Trans>}
              entries={countries}
            />
          </div>
        </Section>
      )}
    </PageParts>
  )
}

/** Links to registration; for a member, to the account. */
function JoinButton({ isMember }: { isMember: boolean }) {
  const lang = useLanguage()
  return isMember ? (
    <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
      <Trans>Go to your account</Trans>
    </LinkButton>
  ) : (
    <LinkButton to="/$lang/registration-free" params={{ lang }} variant="primary" size="large">
      <Trans>Join for free</Trans>
    </LinkButton>
  )
}
