import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { Language } from '#contract/language.ts'
import type { PageContents } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { clubAddresses } from '#src/content/clubLinks.ts'
import { blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { ChapterLayout, ChapterSkeletons } from './chapters/ChapterLayout.tsx'
import { UnwrittenPage } from './UnwrittenPage.tsx'
import styles from './TermsPage.module.css'
import { ClubPage } from './ClubPage.tsx'

interface TermsContents {
  /** In their order on the page; the code of each is its anchor. */
  chapters: readonly ContentBlock[]
  disclaimer: ContentBlock | null
  /** The orchestra's privacy policy. */
  privacy: string | null
}

function selectTerms(contents: PageContents<'terms-and-conditions'>, lang: Language): TermsContents {
  const { static_pages: pages, club_links: links, tnc } = contents
  return {
    chapters: sortBySeq(tnc),
    disclaimer: blockWithCode(pages, 'disclaimer'),
    privacy: clubAddresses(links, lang).privacy,
  }
}

/** The terms and conditions. */
export function TermsPage() {
  const lang = useLanguage()
  return (
    <ClubPage
      page="terms-and-conditions"
      select={(contents) => selectTerms(contents, lang)}
      skeletons={<ChapterSkeletons />}
    >
      {(contents) => <Terms {...contents} />}
    </ClubPage>
  )
}

function Terms({ chapters: written, disclaimer, privacy }: TermsContents) {
  const chapters = [...written, ...(disclaimer ? [disclaimer] : [])]
  if (chapters.length === 0) return <UnwrittenPage />
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
