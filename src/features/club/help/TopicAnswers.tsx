import { useLingui } from '@lingui/react/macro'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { CopyLink } from './CopyLink.tsx'
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
