import type { ReactNode } from 'react'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './Notice.module.css'
import { toneIcons } from '#src/ui/overlays/toneIcons.ts'

export type NoticeTone = keyof typeof toneIcons

interface NoticeProps {
  tone: NoticeTone
  title?: ReactNode
  children?: ReactNode
  /**
   * For what answers a press: it comes into sight, as its place may be off the screen, and takes the focus if that went
   * with what was pressed.
   */
  comesIntoSight?: boolean
}

function show(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' })
  if (document.activeElement === document.body) element?.focus({ preventScroll: true })
}

/**
 * A message in the page, announced when it appears: danger at once, the others when the reader pauses. The icon
 * and the text convey the tone, never colour alone.
 */
export function Notice({ tone, title, children, comesIntoSight = false }: NoticeProps) {
  return (
    <div
      ref={comesIntoSight ? show : undefined}
      tabIndex={comesIntoSight ? -1 : undefined}
      className={`${styles['notice']} ${styles[tone]}`}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon name={toneIcons[tone]} className={styles['icon']} />
      <div className={styles['body']}>
        {title !== undefined && <p className={styles['title']}>{title}</p>}
        {children !== undefined && <div className={styles['text']}>{children}</div>}
      </div>
    </div>
  )
}
