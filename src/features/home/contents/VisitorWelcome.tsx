import type { ContentBlock } from '#contract/content.ts'
import { useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { Eyebrow } from '#src/ui/layout/Eyebrow.tsx'
import { LocalText } from '#src/ui/content/LocalText.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import styles from './VisitorWelcome.module.css'

/** The editors' text for visitors, below the built-in welcome of the first paint. Members get their own greeting. */
export function VisitorWelcome({ messages }: { messages: readonly ContentBlock[] }) {
  const lang = useLanguage()
  const member = useRememberedMember()
  const message = messages.find(({ code }) => code === 'visitor')
  if (member !== null || !message || !isWritten(message.content, lang)) return null
  return (
    <div className={styles['welcome']}>
      {isWritten(message.name, lang) && (
        <Eyebrow>
          <LocalText text={message.name} />
        </Eyebrow>
      )}
      <RichText text={message.content} />
    </div>
  )
}
