import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { defaultMiles } from '#contract/content.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { faultMessage } from './conversionFaults.ts'
import type { ConversionFailure } from './outcome.ts'

/** Why points were not converted, in the words of the contents, and what to do about it. */
export function MilesFailPage({ failure }: { failure: ConversionFailure }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const isShort = failure.kind === 'short'
  const isSuspended = failure.kind === 'refused' && failure.error === 'membership_suspended'
  const block = blockWithCode(contents?.asia_miles_messages, isShort ? 'insufficient' : 'fail')
  const fallback = isShort ? t`You don’t have enough points` : t`We couldn’t convert your points`
  const reason = useReason(failure)
  return (
    <Page title={block ? localized(block.name, lang) : fallback} narrow>
      <Notice tone="warning">
        {reason !== '' && <p>{reason}</p>}
        {block ? (
          <RichText text={block.content} />
        ) : (
          <p>
            <Trans>No points were taken</Trans>
          </p>
        )}
      </Notice>
      <ButtonRow>
        {isShort ? (
          <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" size="large">
            <Trans>Scan a ticket</Trans>
          </LinkButton>
        ) : isSuspended ? (
          <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary" size="large">
            <Trans>Go to your account</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/$lang/asiamiles" params={{ lang }} variant="primary" size="large">
            <Trans>Try again</Trans>
          </LinkButton>
        )}
        {isShort ? (
          <LinkButton to="/$lang/asiamiles" params={{ lang }} size="large">
            <Trans>Choose another amount</Trans>
          </LinkButton>
        ) : (
          <LinkButton to="/$lang/contact-us" params={{ lang }} size="large">
            <Trans>Contact us</Trans>
          </LinkButton>
        )}
      </ButtonRow>
    </Page>
  )
}

/** What the server says beyond the contents' words; empty for nothing. */
function useReason(failure: ConversionFailure): string {
  const { i18n } = useLingui()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const balance = useRememberedMember()?.points ?? 0
  if (failure.kind !== 'refused') return failure.kind === 'other' ? failure.text : ''
  const limits = { config: contents?.miles_config ?? defaultMiles(), balance }
  return faultMessage(i18n, { field: 'points', error: failure.error }, limits)
}
