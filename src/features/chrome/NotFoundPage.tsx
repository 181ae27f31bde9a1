import { Trans, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import styles from './MessagePage.module.css'

interface NotFoundPageProps {
  /** What the club wants said here; without it, or before it has come, the app's own words. */
  block: ContentBlock | undefined
}

/** What stands at an address that the product does not have. */
export function NotFoundPage({ block }: NotFoundPageProps) {
  const { t } = useLingui()
  const lang = useLanguage()
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
      <div className={styles['actions']}>
        <LinkButton to="/$lang" params={{ lang }} variant="primary">
          <Trans>Back to home</Trans>
        </LinkButton>
        <LinkButton to="/$lang/reward-list" params={{ lang }}>
          <Trans>See all rewards</Trans>
        </LinkButton>
      </div>
    </Page>
  )
}
