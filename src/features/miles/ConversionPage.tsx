import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
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
import { ConversionForm } from './ConversionForm.tsx'
import { UnansweredConversion } from './UnansweredConversion.tsx'
import { useConversion } from './useConversion.ts'

/** A member with a verified address converts points to airline miles. */
export function ConversionPage({ member }: { member: RememberedMember }) {
  const { t } = useLingui()
  const { data: contents, isError, refetch } = useQuery(contentQueries.staticContents())
  // Read again, and remembered: the points may have changed on another device.
  useQuery(memberQueries.me())
  const config = contents?.miles_config
  const have = formatPoints(member.points)
  return (
    <Page title={t`Convert points to miles`} trail={<Trail />} lead={<Trans>You have {have} points.</Trans>} narrow>
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

function Conversion({ member: { id, points }, config }: { member: RememberedMember; config: MilesConfig }) {
  const conversion = useConversion(id)
  const missing = minimumOf(config) - points
  if (conversion.isUnanswered) return <UnansweredConversion conversion={conversion} />
  // While a conversion is on its way to its result, the balance may already be the new one.
  if (missing > 0 && !conversion.busy) return <TooFewPoints missing={missing} config={config} />
  return <ConversionForm conversion={conversion} config={config} balance={points} />
}

function TooFewPoints({ missing, config }: { missing: number; config: MilesConfig }) {
  const params = { lang: useLanguage() }
  const minimum = formatPoints(minimumOf(config))
  const more = formatPoints(missing)
  return (
    <Notice tone="info" title={<Trans>You need {more} more points</Trans>}>
      <p>
        <Trans>You can convert {minimum} points or more. Every ticket that you scan brings you closer.</Trans>
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
