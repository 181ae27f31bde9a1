import { Trans } from '@lingui/react/macro'
import type { Tier } from '#contract/member/tiers.ts'
import type { ContentBlock } from '#contract/content.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './JoinRoutes.module.css'
import { isShown, type JoinAction, joinActionOf, needsLink } from './joinRoutes.ts'

interface JoinRoutesProps {
  routes: readonly ContentBlock[]
  /** The member's tier; null for a visitor. */
  tier: Tier | null
}

/** The ways to join, each with a badge that says whether the app offers it. */
export function JoinRoutes({ routes, tier }: JoinRoutesProps) {
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
