import { Plural, useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { groupByTopic } from './faq.ts'
import styles from './TopicLinks.module.css'

/** The topics of the questions, each leading to its answers. */
export function TopicLinks({ questions }: { questions: readonly ContentBlock[] }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  return (
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
  )
}
