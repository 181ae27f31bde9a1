import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import type { MilesConfig } from '#contract/content.ts'
import { minimumOf } from '#contract/spending/miles.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import type { RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { VerifyEmail } from '#src/features/signIn/VerifyEmail.tsx'
import { SuspensionNotice } from '#src/features/suspension/SuspensionNotice.tsx'
import { aboutMiles } from './guard.ts'
import { HindranceNotice } from '#src/features/attempt/HindranceNotice.tsx'
import type { Attempt } from '#src/features/attempt/useKeyedAttempt.ts'
import { ConversionForm } from './ConversionForm.tsx'
import { useConversion, type Conversion, type ConversionRequest } from './useConversion.ts'
import styles from './Miles.module.css'

/** A member converts points to airline miles, and verifies the address before. */
export function ConversionPage({ member }: { member: RememberedMember }) {
  const navigate = useNavigate()
  const lang = useLanguage()
  if (member.emailVerified) return <VerifiedConversion member={member} />
  return (
    <VerifyEmail
      email={member.email}
      // The remembered profile is verified by then, which shows the page.
      onVerified={() => undefined}
      onVerifyLater={() => void navigate(aboutMiles(lang))}
    />
  )
}

function VerifiedConversion({ member }: { member: RememberedMember }) {
  const { t } = useLingui()
  const { data: contents, isError, refetch } = useQuery(contentQueries.staticContents())
  // Read again, and remembered: the points may have changed on another device.
  useQuery(memberQueries.me())
  const config = contents?.miles_config
  const have = formatPoints(member.points)
  return (
    <Page
      title={t`Convert points to miles`}
      trail={<Trail />}
      lead={<Plural value={member.points} one={`You have ${have} point.`} other={`You have ${have} points.`} />}
      narrow
    >
      {config && <Conversion member={member} config={config} />}
      {!config &&
        (isError ? (
          <LoadFailure title={<Trans>We couldn’t load this page</Trans>} onRetry={() => void refetch()} />
        ) : (
          <Loading label={t`Loading…`}>
            <Skeleton shape="text" lines={8} />
          </Loading>
        ))}
    </Page>
  )
}

function Conversion({ member: { id, points, suspension }, config }: { member: RememberedMember; config: MilesConfig }) {
  const conversion = useConversion(id)
  const missing = minimumOf(config) - points
  const { attempt } = conversion
  if (attempt.unanswered) return <UnansweredConversion unanswered={attempt.unanswered} attempt={attempt} />
  if (suspension && !attempt.busy) return <SuspensionNotice suspension={suspension} />
  // While a conversion is on its way to its result, the balance may already be the new one.
  const isShort = missing > 0 && !attempt.busy
  return (
    <>
      {isShort && <TooFewPoints missing={missing} config={config} />}
      <ConversionForm conversion={conversion} config={config} balance={points} />
    </>
  )
}

function TooFewPoints({ missing, config }: { missing: number; config: MilesConfig }) {
  const params = { lang: useLanguage() }
  const minimum = formatPoints(minimumOf(config))
  const more = formatPoints(missing)
  return (
    <Notice
      tone="info"
      title={<Plural value={missing} one={`You need ${more} more point`} other={`You need ${more} more points`} />}
    >
      <p>
        <Trans>You can convert {minimum} points or more. Scan your tickets to earn more.</Trans>
      </p>
      <LinkButton to="/$lang/scan-intro" params={params}>
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </Notice>
  )
}

function Trail() {
  const lang = useLanguage()
  const about = (
    <TextLink to="/$lang/reward-detail/$alias" params={{ lang, alias: milesAlias }}>
      <Trans>Airline miles</Trans>
    </TextLink>
  )
  return <Breadcrumb links={[{ key: 'miles', link: about }]} current={<Trans>Convert points to miles</Trans>} />
}

interface UnansweredConversionProps {
  unanswered: Attempt<ConversionRequest>
  attempt: Conversion['attempt']
}

/** Instead of the form while nobody knows what became of a conversion: another one could be one too many. */
function UnansweredConversion({ unanswered, attempt: { busy, hindrance, send } }: UnansweredConversionProps) {
  const { t } = useLingui()
  const { request } = unanswered
  const place = useRef<HTMLDivElement>(null)
  // The form that had the focus is gone, and the page is shorter: left where it was, its first link would be half below
  // the header.
  useEffect(() => {
    place.current?.focus({ preventScroll: true })
    scrollTo({ top: 0, behavior: 'instant' })
  }, [])
  return (
    <div ref={place} tabIndex={-1} className={styles['unanswered']}>
      <Notice tone="warning" title={<Trans>We don’t know yet if your points were converted</Trans>}>
        <p>
          <Trans>
            We haven’t had an answer about your conversion. Find out if it worked: your points won’t be converted twice.
          </Trans>
        </p>
      </Notice>
      <DefinitionList
        rows={[
          { term: t`Points to convert`, value: formatPoints(request.points_to_convert) },
          { term: t`First name`, value: request.asia_miles_member_first_name },
          { term: t`Last name`, value: request.asia_miles_member_last_name },
          { term: t`Membership number`, value: request.asia_miles_membership_number },
        ]}
      />
      <HindranceNotice hindrance={hindrance} />
      <div>
        <Button variant="primary" size="large" busy={busy} onClick={() => send(unanswered)}>
          <Trans>Find out</Trans>
        </Button>
      </div>
    </div>
  )
}
