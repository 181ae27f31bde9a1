import { tiersWith } from '#contract/member/tiers.ts'
import type { ContentBlock, StaticContents } from '#contract/content.ts'
import type { PageContents } from '#contract/pages.ts'
import { blocksOfPage, blockWithCode } from '#src/content/contentBlocks.ts'
import { ContentIcon } from '#src/ui/content/ContentIcon.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import { anchorOf } from '../chapters/anchorOf.ts'
import { ChapterLayout, ChapterSkeletons } from '../chapters/ChapterLayout.tsx'
import { Intro, IntroSkeleton } from '../Intro.tsx'
import { PageParts } from '../PageParts.tsx'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { ClubPage } from '../ClubPage.tsx'
import styles from './AboutPage.module.css'

interface AboutContents {
  intro: ContentBlock | null
  /** In their order on the page. */
  chapters: readonly ContentBlock[]
  cards: StaticContents['membership_cards']
}

function selectAbout({
  static_pages: pages,
  membership_cards: cards,
}: PageContents<'whats-club-bravo'>): AboutContents {
  return { intro: blockWithCode(pages, 'whats-club-bravo'), chapters: blocksOfPage(pages, 'whats-club-bravo'), cards }
}

/** About the club, in chapters: tiers, privileges, discounts, the partner's card. */
export function AboutPage() {
  return (
    <ClubPage
      page="whats-club-bravo"
      select={selectAbout}
      skeletons={
        <>
          <IntroSkeleton />
          <ChapterSkeletons />
        </>
      }
    >
      {(contents) => <About {...contents} />}
    </ClubPage>
  )
}

function About({ intro, chapters, cards }: AboutContents) {
  if (intro === null && chapters.length === 0) return <UnwrittenPage />
  return (
    <PageParts>
      {intro && <Intro block={intro} />}
      <ChapterLayout
        chapters={chapters.map(({ code, name }) => ({ id: anchorOf(code), label: <LocalText text={name} /> }))}
      >
        {chapters.map((chapter) => (
          <Chapter key={chapter.code} chapter={chapter} cards={cards} />
        ))}
      </ChapterLayout>
    </PageParts>
  )
}

/** The anchor of the chapter that shows the tier cards. */
const tiersAnchor = 'membership-tiers'

function Chapter({ chapter, cards }: { chapter: ContentBlock; cards: StaticContents['membership_cards'] }) {
  const { code, name, content, icon, image } = chapter
  const hasCards = anchorOf(code) === tiersAnchor && cards.length > 0
  return (
    <Section
      id={anchorOf(code)}
      title={
        <span className={styles['title']}>
          {icon !== null && <ContentIcon name={icon} className={styles['icon']} />}
          <LocalText text={name} />
        </span>
      }
      rule
    >
      {hasCards ? (
        <TierCards cards={cards} />
      ) : (
        image && (
          <Picture
            image={image}
            alt=""
            sizes="(width < 64rem) calc(100vw - 2rem), 52rem"
            ratio="wide"
            className={styles['picture']}
          />
        )
      )}
      <RichText text={content} className={styles['text']} />
    </Section>
  )
}

/** The membership cards of the tiers, side by side. */
function TierCards({ cards }: { cards: StaticContents['membership_cards'] }) {
  const shown = tiersWith('isOffered').flatMap((tier) => cards.find((card) => card.tier === tier) ?? [])
  return (
    <ul className={styles['cards']}>
      {shown.map(({ tier, image }) => (
        <li key={tier} className={styles['card']}>
          <Picture image={image} alt="" sizes="(width < 64rem) 33vw, 17rem" className={styles['cardPicture']} />
          <TierBadge tier={tier} />
        </li>
      ))}
    </ul>
  )
}
