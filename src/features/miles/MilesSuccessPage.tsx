import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
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
import { ResultFigure, ResultNote, ResultPanel } from '#src/ui/states/ResultPanel.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './Miles.module.css'
import type { ConvertedFacts } from './outcome.ts'

/** What a member has just converted: everything that the server says of it, or that was asked for. */
export function MilesSuccessPage({ result }: { result: ConvertedFacts }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const block = blockWithCode(contents?.asia_miles_messages, 'success')
  return (
    <Page
      title={block ? localized(block.name, lang) : t`Points converted`}
      lead={<Trans>We’re emailing you a confirmation.</Trans>}
      narrow
    >
      <Converted result={result} />
      <Card>
        <DefinitionList
          rows={[
            { term: t`Name in your Cathay membership account`, value: result.asia_miles_name },
            { term: t`Membership number`, value: result.asia_miles_no },
            ...(result.ref_no === undefined
              ? []
              : [{ term: t`Reference`, value: <span className={styles['reference']}>{result.ref_no}</span> }]),
          ]}
        />
      </Card>
      {block && <RichText text={block.content} />}
      <ButtonRow>
        <LinkButton to="/$lang/point-transaction-log" params={{ lang }} variant="primary" size="large">
          <Trans>Go to the points history</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }} size="large">
          <Trans>See all rewards</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}

/** The miles, what they took, and what is left. */
function Converted({ result }: { result: ConvertedFacts }) {
  const { asia_miles_convert: miles, point_to_convert: points, remaining_points: left } = result
  const given = <ResultFigure>+{formatPoints(miles)}</ResultFigure>
  const used = formatPoints(points)
  const rest = formatPoints(left ?? 0)
  return (
    <ResultPanel tone="success" icon="check">
      <Plural value={miles} one={<span>{given} mile</span>} other={<span>{given} miles</span>} />
      <ResultNote>
        {left === undefined ? (
          <Trans>For {used} points.</Trans>
        ) : (
          <Trans>
            For {used} points. You have {rest} left.
          </Trans>
        )}
      </ResultNote>
    </ResultPanel>
  )
}
