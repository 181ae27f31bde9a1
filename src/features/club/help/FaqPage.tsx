import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useDeferredValue, useState } from 'react'
import type { ContentBlock } from '#contract/content.ts'
import type { PageContents } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { blockWithCode, sortBySeq } from '#src/content/contentBlocks.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { SearchForm } from '#src/ui/forms/SearchForm.tsx'
import { useSearchText } from '#src/ui/forms/useSearchText.ts'
import { ChapterLayout, ChapterSkeletons } from '../chapters/ChapterLayout.tsx'
import { matchesQuestion, groupByTopic, type Topic } from './faq.ts'
import { readFaqSearch } from './faqSearch.ts'
import styles from './FaqPage.module.css'
import { UnwrittenPage } from '../UnwrittenPage.tsx'
import { ContentsView } from '../ContentsView.tsx'
import { useClubPage } from '../useClubPage.ts'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

interface FaqContents {
  intro: ContentBlock | null
  /** In the order of seq. */
  questions: readonly ContentBlock[]
  /** The placeholder of the search field. */
  placeholder: ContentBlock | null
}

function selectFaq({ static_pages: pages, faq, placeholders }: PageContents<'faq'>): FaqContents {
  return {
    intro: blockWithCode(pages, 'faq'),
    questions: sortBySeq(faq),
    placeholder: blockWithCode(placeholders, 'faq-search'),
  }
}

interface FaqPageProps {
  /** The search text of the address. */
  q: string | undefined
  /** Writes a search text to the address. */
  onSearch: (text: string) => void
}

/** Frequently asked questions by topic, with a search. */
export function FaqPage({ q, onSearch }: FaqPageProps) {
  const { t } = useLingui()
  const { messages, state } = useClubPage('faq', selectFaq)
  const lang = useLanguage()
  const [text, type] = useSearchText(q, onSearch)
  const data = state.kind === 'ready' ? state.data : null
  return (
    <Page {...messages} lead={messages.description}>
      <SearchForm
        label={t`Search the questions`}
        className={styles['search']}
        onEarly={({ q: early }) => type(typeof early === 'string' ? early : '')}
      >
        <SearchField
          label={t`Search the questions`}
          hideLabel
          value={text}
          onChange={type}
          placeholder={data?.placeholder ? localized(data.placeholder.name, lang) : ''}
        />
      </SearchForm>
      <ContentsView state={state} label={t`Loading…`} skeletons={<ChapterSkeletons />}>
        {(contents) => <Answers {...contents} text={text} onShowAll={() => type('')} />}
      </ContentsView>
    </Page>
  )
}

interface AnswersProps extends Omit<FaqContents, 'placeholder'> {
  text: string
  onShowAll: () => void
}

function Answers({ intro, questions, text, onShowAll }: AnswersProps) {
  const { i18n } = useLingui()
  const { q } = useDeferredValue(readFaqSearch({ q: text }))
  const found = questions.filter((question) => matchesQuestion(question, q))
  const topics = groupByTopic(found)
  if (questions.length === 0) return <UnwrittenPage />
  return (
    <div className={styles['answers']}>
      {intro && <RichText text={intro.content} className={styles['intro']} />}
      <output className={styles['count']}>
        {q !== undefined && (
          <Plural value={found.length} _0="No questions found" one="# question found" other="# questions found" />
        )}
      </output>
      {found.length === 0 ? (
        <NothingFound onShowAll={onShowAll} />
      ) : (
        <ChapterLayout chapters={topics.map(({ id, name }) => ({ id, label: i18n._(name) }))}>
          {topics.map((topic) => (
            <TopicAnswers key={topic.id} topic={topic} isOnlyMatch={q !== undefined && found.length === 1} />
          ))}
        </ChapterLayout>
      )}
    </div>
  )
}

function NothingFound({ onShowAll }: { onShowAll: () => void }) {
  const lang = useLanguage()
  return (
    <EmptyState title={<Trans>No answers found</Trans>} icon="search">
      <p>
        <Trans>Try fewer words, or ask us: we read every email.</Trans>
      </p>
      <div className={styles['actions']}>
        <LinkButton to="/$lang/contact-us" params={{ lang }} variant="primary">
          <Trans>Contact us</Trans>
        </LinkButton>
        <Button onClick={onShowAll}>
          <Trans>Show all questions</Trans>
        </Button>
      </div>
    </EmptyState>
  )
}

interface TopicAnswersProps {
  topic: Topic<ContentBlock>
  /** Whether it is the only question that matches the search: then its answer is open. */
  isOnlyMatch: boolean
}

/** The questions of a topic, each opening on its answer. */
function TopicAnswers({ topic: { id, name, questions }, isOnlyMatch }: TopicAnswersProps) {
  const { i18n } = useLingui()
  return (
    <Section id={id} title={i18n._(name)}>
      <DisclosureGroup>
        {questions.map((question) => (
          <Disclosure
            key={question.code}
            id={question.code}
            title={<LocalText text={question.name} />}
            selfOpening={isOnlyMatch}
          >
            <div className={styles['answer']}>
              <RichText text={question.content} />
              <CopyLink anchor={question.code} />
            </div>
          </Disclosure>
        ))}
      </DisclosureGroup>
    </Section>
  )
}

/** Copies the link to a place on this page. */
function CopyLink({ anchor }: { anchor: string }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(`#${encodeURI(anchor)}`, location.origin + location.pathname).href)
      setOutcome('copied')
    } catch {
      // This page has no clipboard, or the permission is denied.
      setOutcome('refused')
    }
  }
  return (
    <p>
      <Button variant="quiet" onClick={() => void copy()}>
        {outcome === 'copied' ? <Trans>Link copied</Trans> : <Trans>Copy link to this answer</Trans>}
      </Button>
      {outcome === 'refused' ? (
        <output>
          <Trans>We couldn’t copy the link.</Trans>
        </output>
      ) : (
        <VisuallyHidden>
          <output>{outcome === 'copied' && t`Link copied`}</output>
        </VisuallyHidden>
      )}
    </p>
  )
}
