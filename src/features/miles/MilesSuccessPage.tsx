import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { MilesRedeemResult } from '#contract/spending/miles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './Miles.module.css'

/** What a member has just converted: everything that the server says of it. */
export function MilesSuccessPage({ result }: { result: MilesRedeemResult }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const block = blockWithCode(contents?.asia_miles_messages, 'success')
  const miles = formatPoints(result.asia_miles_convert)
  return (
    <Page
      title={block ? localized(block.name, lang) : t`Your points are converted`}
      lead={<Trans>{miles} miles go to your Cathay membership account. We’ve also sent you an email.</Trans>}
      narrow
    >
      <Card title={<Trans>Your conversion</Trans>}>
        <DefinitionList
          rows={[
            { term: t`Miles`, value: miles },
            { term: t`Points converted`, value: formatPoints(result.point_to_convert) },
            { term: t`Points before`, value: formatPoints(result.points_before) },
            { term: t`Points now`, value: formatPoints(result.remaining_points) },
            { term: t`Name in the airline account`, value: result.asia_miles_name },
            { term: t`Membership number`, value: result.asia_miles_no },
            { term: t`Reference`, value: <span className={styles['reference']}>{result.ref_no}</span> },
          ]}
        />
      </Card>
      {block && <RichText text={block.content} />}
      <ButtonRow>
        <LinkButton to="/$lang/point-transaction-log" params={{ lang }} variant="primary" size="large">
          <Trans>Go to the points log</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }} size="large">
          <Trans>See all rewards</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
