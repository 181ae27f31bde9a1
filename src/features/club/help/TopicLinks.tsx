import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { PageGroups } from '#contract/pages.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { groupByTopic } from './faq.ts'
import styles from './TopicLinks.module.css'

interface TopicLinksProps {
  title: ReactNode
  lead?: ReactNode
  questions: PageGroups['topics']
}

/** The topics of the questions, each leading to its answers. */
export function TopicLinks({ title, lead, questions }: TopicLinksProps) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
    <Section
      title={title}
      lead={lead}
      rule
      action={
        <TextLink to="/$lang/faq" params={{ lang }}>
          <Trans>All questions and answers</Trans>
        </TextLink>
      }
    >
      <ul className={styles['topics']}>
        {groupByTopic(questions).map(({ id, name, questions: own }) => (
          <li key={id}>
            <TextLink to="/$lang/faq" params={{ lang }} hash={id} className={styles['topic']}>
              <span className={styles['name']}>{i18n._(name)}</span>
              <span className={styles['count']}>
                <Plural value={own.length} one="# question" other="# questions" />
              </span>
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}
