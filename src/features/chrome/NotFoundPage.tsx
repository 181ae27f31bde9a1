import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { blockWithCode } from '#src/content/contentBlocks.ts'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'

/** The page of an unknown address, with the editors' text, or a built-in one if there is none (yet). */
export function NotFoundPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const block = blockWithCode(contents?.static_pages, 'not-found')
  const name = block ? localized(block.name, lang) : ''
  const content = block ? localized(block.content, lang) : ''
  const ownLead = t`The address may be mistyped, or the page has moved.`
  return (
    <Page
      title={name || t`This page doesn’t exist`}
      eyebrow={<Trans>Page not found</Trans>}
      {...(content === '' && { lead: ownLead })}
      narrow
    >
      {block && <RichText text={block.content} />}
      <ButtonRow>
        <LinkButton to="/$lang" params={{ lang }} variant="primary">
          <Trans>Back to home</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }}>
          <Trans>See all rewards</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
