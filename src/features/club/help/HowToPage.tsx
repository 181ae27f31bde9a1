import { Trans } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import type { PageContents, PageGroups } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { Hall } from '#src/ui/layout/Hall.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { IntroSkeleton } from '../Intro.tsx'
import styles from './HowToPage.module.css'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { removeLinksTo } from '../removeLinksTo.ts'
import { StepsSkeleton, Steps } from '../Steps.tsx'
import { ClubPage } from '../ClubPage.tsx'
import { TopicLinks } from './TopicLinks.tsx'

interface HowToContents {
  intro: ContentBlock | null
  /** The main step (`seq` 0), shown large. */
  main: ContentBlock | null
  steps: readonly ContentBlock[]
  /** The questions that members ask. */
  questions: PageGroups['topics']
}

function selectHowTo({ static_pages: pages, tutorial, topics }: PageContents<'how-to'>): HowToContents {
  return {
    intro: blockWithCode(pages, 'how-to'),
    main: tutorial.find(({ seq }) => seq === 0) ?? null,
    steps: sortBySeq(tutorial).filter(({ seq }) => seq !== 0),
    questions: topics,
  }
}

/** How to get points for a ticket, step by step. */
export function HowToPage() {
  return (
    <ClubPage
      page="how-to"
      select={selectHowTo}
      skeletons={
        <>
          <IntroSkeleton />
          <StepsSkeleton />
        </>
      }
    >
      {(contents) => <HowTo {...contents} />}
    </ClubPage>
  )
}

function HowTo({ intro, main, steps, questions }: HowToContents) {
  if (main === null && steps.length === 0) return <UnwrittenPage />
  return (
    <PageParts>
      {main && <MainStep block={main} />}
      {steps.length > 0 && (
        <Section id="steps" title={<Trans>Step by step</Trans>} rule>
          {intro && <RichText text={intro.content} className={styles['lead']} />}
          <Steps steps={steps} />
        </Section>
      )}
      <TopicLinks title={<Trans>Still have a question?</Trans>} questions={questions} />
    </PageParts>
  )
}

function MainStep({ block: { name, content, image } }: { block: ContentBlock }) {
  const lang = useLanguage()
  return (
    <Hall aria-labelledby="main-step" className={styles['main']}>
      <div className={styles['words']}>
        <h2 id="main-step">
          <LocalText text={name} />
        </h2>
        {/* On home the same step leads to this page. */}
        <RichText text={removeLinksTo('how-to', content)} />
        <LinkButton to="/$lang/scan-intro" params={{ lang }} variant="primary" size="large">
          <Icon name="scan" />
          <Trans>Scan a ticket</Trans>
        </LinkButton>
      </div>
      {image !== null && (
        <Picture
          image={image}
          alt=""
          sizes="(width < 52rem) calc(100vw - 2rem), 37rem"
          ratio="card"
          eager
          className={styles['picture']}
        />
      )}
    </Hall>
  )
}
