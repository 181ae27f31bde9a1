import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Tier } from '#contract/member/tiers.ts'
import type { ContentBlock, StaticContents } from '#contract/content.ts'
import type { LocalizedText } from '#contract/language.ts'
import type { PageContents } from '#contract/pages.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { blocksOfPage, blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { sortCountries } from '#src/content/countries.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { IntroSkeleton, Intro } from '../Intro.tsx'
import styles from './JoinPage.module.css'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { StepsSkeleton, Steps } from '../Steps.tsx'
import { ClubPage } from '../ClubPage.tsx'
import { isShown, type JoinAction, joinActionOf, needsLink } from './joinRoutes.ts'

interface JoinContents {
  intro: ContentBlock | null
  steps: readonly ContentBlock[]
  /** The ways to join. */
  routes: readonly ContentBlock[]
  instruments: StaticContents['instruments']
  countries: StaticContents['countries']
}

function selectJoin(contents: PageContents<'join-club-bravo'>): JoinContents {
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
      page="join-club-bravo"
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

interface JoinRoutesProps {
  routes: readonly ContentBlock[]
  /** The member's tier; null for a visitor. */
  tier: Tier | null
}

/** The ways to join, each with a badge that says whether the app offers it. */
function JoinRoutes({ routes, tier }: JoinRoutesProps) {
  return (
    <ul className={styles['routes']}>
      {routes
        .filter((route) => isShown(route, tier))
        .map((route) => (
          <li key={route.code} id={route.code} className={styles['route']}>
            <p className={styles['head']}>
              <span className={styles['mark']}>
                <ContentIcon name={route.icon} />
              </span>
              <RouteBadge route={route} tier={tier} />
            </p>
            <LocalText text={route.name} as="h3" />
            <RichText text={route.content} />
            <div className={styles['action']}>
              <RouteAction action={joinActionOf(route, tier)} />
            </div>
          </li>
        ))}
    </ul>
  )
}

/** How a way to join is open. */
function RouteBadge({ route, tier }: { route: ContentBlock; tier: Tier | null }) {
  if (needsLink(route)) {
    return (
      <Badge tone="neutral">
        <Trans>By personal link</Trans>
      </Badge>
    )
  }
  return joinActionOf(route, tier) === 'ask' ? (
    <Badge tone="neutral">
      <Trans>Contact us to join</Trans>
    </Badge>
  ) : (
    <Badge tone="success">
      <Trans>Open now</Trans>
    </Badge>
  )
}

function RouteAction({ action }: { action: JoinAction }) {
  const lang = useLanguage()
  switch (action) {
    case 'ask':
      return (
        <LinkButton to="/$lang/contact-us" params={{ lang }}>
          <Trans>Ask us</Trans>
        </LinkButton>
      )
    case 'sign-up':
      return (
        <LinkButton to="/$lang/registration-free" params={{ lang }} variant="primary">
          <Trans>Join now</Trans>
        </LinkButton>
      )
    case 'upgrade':
      return (
        <LinkButton to="/$lang/registration-red" params={{ lang }} variant="primary">
          <Trans>Become a Red member</Trans>
        </LinkButton>
      )
    case 'card-partner':
      return (
        <LinkButton to="/$lang/card-partner-upgrade" params={{ lang }}>
          <Trans>See the offer</Trans>
        </LinkButton>
      )
    case 'link':
      return <Trans>Open the link in your invitation to begin.</Trans>
    case 'earlier':
      return (
        <LinkButton to="/$lang/registration-existing" params={{ lang }} variant="primary">
          <Trans>Link my membership</Trans>
        </LinkButton>
      )
    case 'apply':
      return <ApplyLinks />
    case 'none':
      return <Trans>You’re already a member.</Trans>
  }
}

/** Who applies needs an account first: a visitor is told so, and comes back to the form with a new one or their own. */
function ApplyLinks() {
  const lang = useLanguage()
  const member = useRememberedMember()
  if (member !== null) {
    return (
      <LinkButton to="/$lang/registration-ya" params={{ lang }} variant="primary">
        <Trans>Apply now</Trans>
      </LinkButton>
    )
  }
  const returnTo = `/${lang}/registration-ya`
  return (
    <ButtonRow>
      {/* In the address: pressed before the app is there, a link takes no state along. */}
      <LinkButton to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }} variant="primary">
        <Trans>Create an account and apply</Trans>
      </LinkButton>
      <LinkButton to="/login" search={{ return_to: returnTo }}>
        <Trans>I already have an account</Trans>
      </LinkButton>
    </ButtonRow>
  )
}

interface NameListProps {
  title: ReactNode
  lead: ReactNode
  entries: readonly { id: string; name: LocalizedText }[]
}

/** A short list of names under a heading; nothing if there are none. */
function NameList({ title, lead, entries }: NameListProps) {
  if (entries.length === 0) return null
  return (
    <div className={styles['group']}>
      <h3>{title}</h3>
      <p className={styles['lead']}>{lead}</p>
      <ul className={styles['names']}>
        {entries.map(({ id, name }) => (
          <li key={id}>
            <LocalText text={name} />
          </li>
        ))}
      </ul>
    </div>
  )
}
