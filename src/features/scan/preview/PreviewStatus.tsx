import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ContentBlock } from '#contract/content.ts'
import { RichText } from '#src/ui/content/RichText.tsx'
import type { DisplayStatus } from '#src/features/scan/status/displayStatus.ts'
import { StatusIcon } from '#src/features/scan/status/StatusIcon.tsx'
import type { StatusIcon as StatusIconName, StatusMessages } from '#src/features/scan/status/statusMessages.ts'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import styles from './PreviewStatus.module.css'

interface PreviewStatusProps {
  status: DisplayStatus
  /** The editors' text for a ticket that the server knows; null if they have none. */
  foundContent?: ContentBlock | null
  /** Whether the concert is not over: points follow only then. */
  isBeforeEnd: boolean
}

/** The progress of a scan in its preview. Screen readers announce each change. */
export function PreviewStatus({ status, foundContent = null, isBeforeEnd }: PreviewStatusProps) {
  const { i18n } = useLingui()
  const { icon, heading, text } = previewMessages(useStatusMessages(status), isBeforeEnd)
  const isFound = status === 'to_confirm'
  return (
    <div
      aria-live="polite"
      aria-atomic="true"
      className={`${styles['status']} ${icon === 'phone' ? styles['saved'] : ''}`}
    >
      <span className={styles['mark']}>
        <StatusIcon icon={icon} />
      </span>
      <div className={styles['words']}>
        <p className={styles['heading']}>{i18n._(heading)}</p>
        {foundContent && (isFound || icon === 'spinner') ? (
          // Always takes its space, so that no button moves under a finger.
          <RichText text={foundContent.content} className={isFound ? styles['text'] : styles['unseen']} />
        ) : (
          text && <p className={styles['text']}>{i18n._(text)}</p>
        )}
      </div>
    </div>
  )
}

interface PreviewMessages {
  icon: StatusIconName
  heading: MessageDescriptor
  text: MessageDescriptor | null
}

const leaving: PreviewMessages = { icon: 'spinner', heading: msg`One moment…`, text: null }

function previewMessages({ heading, preview }: StatusMessages, isBeforeEnd: boolean): PreviewMessages {
  if (!preview) return leaving
  const { icon, text, beforeEnd = text } = preview
  return { heading, icon, text: isBeforeEnd ? beforeEnd : text }
}
