import { useLingui } from '@lingui/react/macro'
import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import styles from './Dialog.module.css'
import { ignoreSecondTap, ignoreSecondTapOfLatestPress, pressIntervalMs } from '#src/ui/actions/doubleTap.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import { createThrottle } from './throttle.ts'

interface DialogProps extends OpenDialogProps {
  open: boolean
}

interface OpenDialogProps {
  /** Called when the person closes it: Escape, the close button or a press outside. Null where nobody can. */
  onClose: (() => void) | null
  title: ReactNode
  /** Wide for pictures and tables. */
  size?: 'normal' | 'wide'
  children: ReactNode
}

/**
 * A modal dialog on the browser's own `<dialog>`: the rest of the page is inert, Escape closes it, and focus returns to
 * where it was, or to the page's heading if that is gone. Of the buttons and links inside, a second press within a
 * second is ignored, unless something was entered in between, and the second tap of a double tap does not fall through.
 * (A library's dialog would cost 19 kB for the same.)
 */
export function Dialog({ open, ...rest }: DialogProps) {
  return open ? <OpenDialog {...rest} /> : null
}

/** The largest distance of a dialog from the top, as a part of the screen: below, it has room to grow. */
const largestTop = 0.2

/** Keeps a dialog's top where it is now, in the middle or above it, also once it grows and when the phone is turned. */
function keepTop(dialog: HTMLDialogElement): void {
  const top = Math.min(dialog.offsetTop / innerHeight, largestTop)
  dialog.style.setProperty('--top', `${100 * top}dvh`)
}

function OpenDialog({ onClose, title, size = 'normal', children }: OpenDialogProps) {
  const { t } = useLingui()
  const titleId = useId()
  const element = useRef<HTMLDialogElement>(null)
  const pass = useRef(createThrottle(pressIntervalMs))

  useEffect(() => {
    const dialog = element.current
    if (!dialog) return undefined
    const before = document.activeElement
    dialog.showModal()
    keepTop(dialog)
    ignoreSecondTapOfLatestPress()
    return () => {
      dialog.close()
      const isLost = before === document.body || before?.isConnected !== true
      const target = isLost ? document.querySelector('main h1') : before
      if (target instanceof HTMLElement) target.focus({ preventScroll: isLost })
    }
  }, [])

  const guardPress = (event: MouseEvent) => {
    // A press beside the sheet is one on the dialog itself.
    if (event.target === element.current) return onClose?.()
    const isPress = event.target instanceof Element && event.target.closest('button, a') !== null
    if (!isPress) return
    if (pass.current()) return ignoreSecondTap(event)
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <dialog
      ref={element}
      className={size === 'wide' ? `${styles['dialog']} ${styles['wide']}` : styles['dialog']}
      aria-labelledby={titleId}
      onClickCapture={guardPress}
      closedby={onClose === null ? 'none' : 'closerequest'}
      // The browser tells of its own closing later: whoever opened the dialog again by then would see it go.
      onCancel={(event) => {
        if (event.target !== element.current) return
        event.preventDefault()
        onClose?.()
      }}
      onChange={() => {
        pass.current = createThrottle(pressIntervalMs)
      }}
      onClose={() => {
        if (!element.current?.open) onClose?.()
      }}
    >
      <div className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={titleId}>{title}</h2>
          {onClose && (
            <IconButton
              icon={<ChromeIcon name="close" />}
              label={t`Close`}
              className={styles['close']}
              onClick={onClose}
            />
          )}
        </div>
        {children}
      </div>
    </dialog>
  )
}
