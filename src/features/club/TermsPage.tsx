import { Trans, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { usePageWords } from '#src/i18n/pageWords.ts'
import { Button } from '#src/ui/Button.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { Page } from '#src/ui/Page.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import { Section } from '#src/ui/Section.tsx'
import { ChapterLayout, ComingChapters } from './ChapterLayout.tsx'
import { NothingYet } from './NothingYet.tsx'
import styles from './TermsPage.module.css'
import { ToldContents } from './ToldContents.tsx'
import type { Told } from './told.ts'
import { useLateAnchor } from './useLateAnchor.ts'

export interface TermsContents {
  /** In their order on the page; the code of each is its anchor. */
  chapters: readonly ContentBlock[]
  disclaimer: ContentBlock | null
  /** The orchestra's privacy policy. */
  privacy: string | null
}

/** What holds between the club and its members. */
export function TermsPage({ told }: { told: Told<TermsContents> }) {
  const { t } = useLingui()
  const words = usePageWords('/$lang/terms-and-conditions')
  useLateAnchor(told.kind === 'there')
  return (
    <Page {...words} lead={words.description}>
      <ToldContents told={told} label={t`Loading…`} skeletons={<ComingChapters />}>
        {(contents) => <Terms {...contents} />}
      </ToldContents>
    </Page>
  )
}

function Terms({ chapters: written, disclaimer, privacy }: TermsContents) {
  const chapters = [...written, ...(disclaimer ? [disclaimer] : [])]
  if (chapters.length === 0) return <NothingYet />
  return (
    <ChapterLayout chapters={chapters.map(({ code, name }) => ({ id: code, label: <LocalText text={name} /> }))}>
      {chapters.map(({ code, name, content }) => (
        <Section key={code} id={code} title={<LocalText text={name} />} rule className={styles['chapter']}>
          <RichText text={content} className={styles['text']} />
        </Section>
      ))}
      <div className={styles['end']}>
        {privacy !== null && (
          <ExternalLink href={privacy} variant="secondary">
            <Trans>Privacy policy</Trans>
          </ExternalLink>
        )}
        <Button onClick={() => print()}>
          <Trans>Print these terms</Trans>
        </Button>
      </div>
    </ChapterLayout>
  )
}
