import { Trans, useLingui } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import type { ContentBlock } from '#contract/content.ts'
import type { PageContents } from '#contract/pages.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { Details } from '#src/ui/layout/Details.tsx'
import { Intro } from '../Intro.tsx'
import styles from './JoinPage.module.css'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { ClubPage } from '../ClubPage.tsx'
import { isOpenToAll, isShown, openToAll, type JoinAction, joinActionOf } from './joinRoutes.ts'

interface JoinContents {
  isOpen: boolean
  intro: ContentBlock | null
  /** The ways to join. */
  routes: readonly ContentBlock[]
}

function selectJoin({
  static_pages: pages,
  registration_content: routes,
  takes_members: isOpen,
}: PageContents<'join-club-bravo'>): JoinContents {
  return { isOpen, intro: blockWithCode(pages, 'join-club-bravo'), routes: sortBySeq(routes) }
}

/** How to become a member: three ways for everybody, and those that begin with something that the club has sent. */
export function JoinPage() {
  const tier = useRememberedMember()?.tier ?? null
  return (
    <ClubPage page="join-club-bravo" select={selectJoin} skeletons={<JoinSkeleton />}>
      {(contents) => <Join {...contents} tier={tier} />}
    </ClubPage>
  )
}

function JoinSkeleton() {
  return (
    <PageParts>
      <div className={styles['routes']}>
        {openToAll.map((one) => (
          <Skeleton key={one} shape="text" lines={5} className={styles['route']} />
        ))}
      </div>
      <Skeleton shape="text" lines={3} />
    </PageParts>
  )
}

function Join({ isOpen, intro, routes, tier }: JoinContents & { tier: Tier | null }) {
  const { t } = useLingui()
  const lang = useLanguage()
  if (!isOpen && tier === null) return <OpensSoon />
  if (intro === null && routes.length === 0) return <UnwrittenPage />
  const shown = routes.filter((route) => isShown(route, tier))
  const others = shown.filter((route) => !isOpenToAll(route))
  return (
    <PageParts>
      <section id="ways" className={styles['ways']} aria-label={t`Ways to join`}>
        <JoinRoutes routes={shown.filter(isOpenToAll)} tier={tier} />
        {others.length > 0 && (
          <Details summary={<Trans>I have an invitation, a partner’s card or an earlier membership</Trans>}>
            <JoinRoutes routes={others} tier={tier} />
          </Details>
        )}
      </section>
      {intro && (
        <Intro block={intro}>
          {tier !== null && (
            <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
              <Trans>Go to your account</Trans>
            </LinkButton>
          )}
        </Intro>
      )}
    </PageParts>
  )
}

/** A club whose terms are not published takes nobody. */
function OpensSoon() {
  const lang = useLanguage()
  return (
    <EmptyState title={<Trans>Joining opens soon</Trans>} icon="info">
      <p>
        <Trans>We’re still preparing the terms of membership. Check back soon.</Trans>
      </p>
      <LinkButton to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </LinkButton>
    </EmptyState>
  )
}

interface JoinRoutesProps {
  routes: readonly ContentBlock[]
  /** The member's tier; null for a visitor. */
  tier: Tier | null
}

function JoinRoutes({ routes, tier }: JoinRoutesProps) {
  return (
    <ul className={styles['routes']}>
      {routes.map((route) => (
        <li key={route.code} id={route.code} className={styles['route']}>
          <div className={styles['head']}>
            <span className={styles['mark']}>
              <ContentIcon name={route.icon} />
            </span>
            <LocalText text={route.name} as="h2" />
          </div>
          <RichText text={route.content} />
          <div className={styles['action']}>
            <RouteAction action={joinActionOf(route, tier)} isVisitor={tier === null} />
          </div>
        </li>
      ))}
    </ul>
  )
}

function RouteAction({ action, isVisitor }: { action: JoinAction; isVisitor: boolean }) {
  const lang = useLanguage()
  const search = isVisitor ? { join: 'true' } : {}
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
          <Trans>Join for free</Trans>
        </LinkButton>
      )
    case 'become-red':
      return (
        <LinkButton to="/$lang/registration-red" params={{ lang }} search={search}>
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
        <LinkButton to="/$lang/registration-existing" params={{ lang }}>
          <Trans>Link my membership</Trans>
        </LinkButton>
      )
    case 'apply':
      return (
        <LinkButton to="/$lang/registration-ya" params={{ lang }} search={search} variant="primary">
          <Trans>Apply now</Trans>
        </LinkButton>
      )
    case 'none':
      return <Trans>You’re already a member.</Trans>
  }
}
