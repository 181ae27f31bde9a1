import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Button } from '#src/ui/actions/Button.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import type { Topic } from './faq.ts'
import styles from './TopicAnswers.module.css'

interface TopicAnswersProps {
  topic: Topic
  /** Whether it is the only question that matches the search: then its answer is open. */
  isOnlyMatch: boolean
}

/** The questions of a topic, each opening on its answer. */
export function TopicAnswers({ topic: { id, name, questions }, isOnlyMatch }: TopicAnswersProps) {
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
