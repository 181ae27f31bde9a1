import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten, localized } from '#src/i18n/localized.ts'
import { usePageMessages } from '#src/i18n/pageMessages.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { StayingAction } from '#src/ui/actions/StayingAction.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import type { IconName } from '#src/ui/content/Icon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { DetailColumns } from '#src/ui/layout/DetailColumns.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { Head } from '#src/ui/layout/Head.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import styles from './OfferDetail.module.css'

/** The `sizes` attribute of the picture of an offer's page. */
export const pictureSizes = '(width < 56rem) calc(100vw - 2rem), 42rem'

/** Where an offer stands in the list: the hash of its section. */
interface ListPlace {
  hash?: 'events'
}

interface OfferFrameProps extends ListPlace {
  /** A reward or an event. */
  offer: { name: LocalizedText; short_description: LocalizedText }
  /** What it is, above the name. */
  eyebrow: ReactNode
  children: ReactNode
}

/** The page of a reward or an event, with what the list already has: its name, description and breadcrumb. */
export function OfferFrame({ offer: { name, short_description: lead }, eyebrow, children, ...place }: OfferFrameProps) {
  const lang = useLanguage()
  return (
    <Page
      title={localized(name, lang)}
      description={localized(lead, lang)}
      eyebrow={eyebrow}
      heading={<LocalText text={name} />}
      trail={<Trail name={<LocalText text={name} />} {...place} />}
      lead={<LocalText text={lead} />}
    >
      {children}
    </Page>
  )
}

function Trail({ name, ...place }: ListPlace & { name: ReactNode }) {
  const lang = useLanguage()
  const rewards = (
    <TextLink to="/$lang/reward-list" params={{ lang }} {...place}>
      <Trans>Rewards and events</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'rewards', link: rewards }]} current={name} />
}

interface OfferTextsProps {
  offer: { description: LocalizedText; remarks: LocalizedText; terms_and_conditions: LocalizedText }
  /** A fold before the terms. */
  children?: ReactNode
}

/** What an offer's details say of it. */
export function OfferTexts({ offer, children }: OfferTextsProps) {
  const { description, remarks, terms_and_conditions: terms } = offer
  const lang = useLanguage()
  return (
    <>
      <RichText text={description} />
      <DisclosureGroup>
        {isWritten(remarks, lang) && (
          <Disclosure title={<Trans>Good to know</Trans>} level={2} defaultOpen>
            <RichText text={remarks} />
          </Disclosure>
        )}
        {children}
        {isWritten(terms, lang) && (
          <Disclosure title={<Trans>Terms and conditions</Trans>} level={2} id="terms">
            <RichText text={terms} />
          </Disclosure>
        )}
      </DisclosureGroup>
    </>
  )
}

/** Of what is fetched. */
export interface Pending {
  /** It could not be fetched. */
  failed: boolean
  onRetry: () => void
}

/** In place of `OfferTexts`, while there is only what the list has. */
export function OfferTextsPending({ failed, onRetry }: Pending) {
  const { t } = useLingui()
  if (failed) return <LoadFailure title={<Trans>We couldn’t load the rest of this page</Trans>} onRetry={onRetry} />
  return (
    <Loading label={t`Loading…`}>
      <Skeleton shape="text" lines={8} />
    </Loading>
  )
}

interface OfferPendingProps extends Pending, ListPlace {
  page: '/$lang/reward-detail/$alias' | '/$lang/event/$alias'
  eyebrow: ReactNode
  /** Says that it could not be loaded. */
  failure: ReactNode
}

/** The page of an offer of which nothing is known yet. */
export function OfferPending({ page, eyebrow, failure, failed, onRetry, ...place }: OfferPendingProps) {
  const { t } = useLingui()
  const messages = usePageMessages(page)
  return (
    <Page
      {...messages}
      trail={<Trail name={messages.title} {...place} />}
      eyebrow={eyebrow}
      {...(!failed && { lead: <Skeleton shape="text" lines={1} /> })}
    >
      {failed ? <LoadFailure title={failure} onRetry={onRetry} /> : <DetailColumns waiting={t`Loading…`} />}
    </Page>
  )
}

interface OfferNotFoundProps extends ListPlace {
  title: string
  /** Why. */
  reason: string
  icon: IconName
  /** Of the link to the list. */
  link: ReactNode
}

/** The page of an address that no offer has. */
export function OfferNotFound({ title, reason, icon, link, ...place }: OfferNotFoundProps) {
  const lang = useLanguage()
  return (
    <Page title={title} narrow>
      <Head>
        <meta name="robots" content="noindex" />
      </Head>
      <EmptyState title={reason} icon={icon}>
        <LinkButton to="/$lang/reward-list" params={{ lang }} {...place} variant="primary">
          {link}
        </LinkButton>
      </EmptyState>
    </Page>
  )
}

interface SignInPromptProps {
  returnTo: string
  /** What one signs in for, in a few words: beside the button that stays at a phone's edge. */
  about: ReactNode
  children: ReactNode
}

/** For visitors: signs in, or joins, and returns to the offer. */
export function SignInPrompt({ returnTo, about, children }: SignInPromptProps) {
  const lang = useLanguage()
  return (
    <div className={styles['prompt']} data-visitor>
      <p>{children}</p>
      <StayingAction about={about}>
        <LinkButton to="/login" search={{ return_to: returnTo }} variant="primary" size="large">
          <Trans>Sign in</Trans>
        </LinkButton>
      </StayingAction>
      <LinkButton to="/$lang/registration-free" params={{ lang }} search={{ return_to: returnTo }}>
        <Trans>Join for free</Trans>
      </LinkButton>
    </div>
  )
}
