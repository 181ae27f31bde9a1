import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type ReactNode } from 'react'
import type { RememberedMember } from '#src/session/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { tokenHash } from '#src/session/linkToken.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { SignOut } from '#src/features/signIn/SignOut.tsx'
import { flows } from '../flows.ts'
import styles from '../Registration.module.css'
import type { OfferCheck } from './checkOffer.ts'
import { GuestOffer } from './GuestOffer.tsx'
import { MissingLink } from './MissingLink.tsx'
import type { TokenKind, TokenOffer } from './offer.ts'
import { offerMessages } from './offerMessages.ts'
import { OfferProblem } from './OfferProblem.tsx'
import { RedeemedOffer } from './RedeemedOffer.tsx'
import { useOfferCheck } from './useOfferCheck.ts'

interface OfferPageProps {
  kind: TokenKind
  /** What this tab keeps; null without a link. */
  offer: TokenOffer | null
  member: RememberedMember | null
  /** The form that redeems the offer, for a member to whom it gives something. */
  children: ReactNode
}

/** The page of a link with a token: what it is worth, why it gives nothing, or the form of the member who redeems it. */
export function OfferPage({ offer, ...props }: OfferPageProps) {
  const { kind, member, children } = props
  if (offer === null) {
    return (
      <OfferFrame {...props}>
        <MissingLink kind={kind} isGuest={member === null} />
      </OfferFrame>
    )
  }
  // Only redeeming is left, and says itself why it cannot be done.
  if (member !== null && offer.savedBy === member.id) return children
  return <CheckedOffer key={member?.id} {...props} offer={offer} />
}

function CheckedOffer({ offer, ...props }: OfferPageProps & { offer: TokenOffer }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { kind, member, children } = props
  const { check, isAsking, retry } = useOfferCheck(offer, member?.id)
  const [hadJoined] = useState(() => member !== null && storedProfile()?.is_submitted_profile === 'submitted')
  if (check === null) {
    return (
      <OfferFrame {...props}>
        <Loading label={t`Checking your link…`}>
          <Skeleton shape="text" lines={5} />
        </Loading>
      </OfferFrame>
    )
  }
  if (member !== null && isForForm(check, offer, hadJoined)) return children
  const returnTo = `${flows[kind].page.replace('$lang', lang)}#${tokenHash(offer.token)}`
  return (
    <OfferFrame {...props}>
      {check.kind === 'redeemed' ? (
        <RedeemedOffer tier={check.tier} />
      ) : check.kind === 'usable' ? (
        <GuestOffer tier={check.tier} returnTo={returnTo} />
      ) : (
        <OfferProblem
          check={check}
          isAsking={isAsking}
          onRetry={retry}
          viewer={{ tier: member?.tier, hadJoined, returnTo }}
        />
      )}
    </OfferFrame>
  )
}

/** Without a network, a member whose token was good before can fill in the form. One who has redeemed it and not joined goes on joining. */
function isForForm(check: OfferCheck, offer: TokenOffer, hadJoined: boolean): boolean {
  if (check.kind === 'unreachable') return offer.tier !== null
  return check.kind === 'usable' || (check.kind === 'redeemed' && !hadJoined)
}

function OfferFrame({ kind, member, children }: Omit<OfferPageProps, 'offer'>) {
  const { i18n } = useLingui()
  return (
    <Page title={i18n._(offerMessages[kind].title)} narrow>
      {children}
      {member !== null && (
        <div className={styles['account']}>
          <p>
            <Trans>You’re signed in as {member.email}.</Trans>
          </p>
          <SignOut memberId={member.id} />
        </div>
      )}
    </Page>
  )
}
