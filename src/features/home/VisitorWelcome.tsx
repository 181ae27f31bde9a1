import type { ContentBlock } from '#contract/content.ts'
import { useRememberedMember } from '#src/auth/member.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { Eyebrow } from '#src/ui/Eyebrow.tsx'
import { LocalText } from '#src/ui/LocalText.tsx'
import { RichText } from '#src/ui/RichText.tsx'
import styles from './VisitorWelcome.module.css'

/** What the club says to those who have not joined, below the welcome that is there before any content; members have a greeting of their own. */
export function VisitorWelcome({ messages }: { messages: readonly ContentBlock[] }) {
  const member = useRememberedMember()
  const message = messages.find(({ code }) => code === 'visitor')
  if (member !== null || !message || !isWritten(message.content)) return null
  return (
    <div className={styles['welcome']}>
      {isWritten(message.name) && (
        <Eyebrow>
          <LocalText text={message.name} />
        </Eyebrow>
      )}
      <RichText text={message.content} />
    </div>
  )
}
