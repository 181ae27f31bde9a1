import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import styles from './Dialog.module.css'
import { Icon } from './Icon.tsx'

interface DialogProps {
  open: boolean
  /** Called when the person closes it: Escape, the close button or a press outside. */
  onClose: () => void
  title: ReactNode
  /** Wide for pictures and tables. */
  size?: 'normal' | 'wide'
  children: ReactNode
}

/**
 * A modal dialog on the browser's own `<dialog>`: the rest of the page is inert, Escape closes it, and focus goes back
 * to where it was. Its content is there only while it is open. (A library's dialog would cost 19 kB for the same.)
 */
export function Dialog({ open, onClose, title, size = 'normal', children }: DialogProps) {
  const { t } = useLingui()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = element.current
    if (!open || !dialog) return undefined
    const before = document.activeElement
    const closeFromOutside = (event: MouseEvent) => {
      if (event.target === dialog) dialog.close()
    }
    dialog.addEventListener('click', closeFromOutside)
    dialog.showModal()
    return () => {
      dialog.removeEventListener('click', closeFromOutside)
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open])

  if (!open) return null
  return (
    <dialog
      ref={element}
      className={size === 'wide' ? `${styles['dialog']} ${styles['wide']}` : styles['dialog']}
      aria-labelledby={titleId}
      onClose={() => {
        if (!element.current?.open) onClose()
      }}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
          <button type="button" className={styles['close']} onClick={onClose} aria-label={t`Close`}>
            <Icon name="close" />
          </button>
        </div>
        {children}
      </div>
    </dialog>
  )
}
