import { Toast } from '@base-ui/react/toast'
import { useLingui } from '@lingui/react/macro'
import { useEffect } from 'react'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { buttonClass } from '#src/ui/actions/Button.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './ToastRegion.module.css'
import { subscribeToasts, takeToasts } from './toasts.ts'
import { toneIcons } from './toneIcons.ts'

/** Long enough to read two sentences slowly, in milliseconds; hover and focus pause the timer. */
const readingTime = 8000

const manager = Toast.createToastManager()

function showWaiting(): void {
  for (const { title, body, tone = 'info', action } of takeToasts()) {
    const urgent = tone === 'danger'
    const id = manager.add({
      title,
      ...(body === undefined ? {} : { description: body }),
      type: tone,
      timeout: urgent ? 0 : (action?.forMs ?? readingTime),
      priority: urgent ? 'high' : 'low',
      ...(action && { actionProps: { children: action.label, onClick: () => press(action) } }),
    })
    const press = ({ onPress }: NonNullable<typeof action>) => {
      manager.close(id)
      onPress()
    }
  }
}

/** The toasts, at the bottom of the screen; F6 moves the focus there. */
export function ToastRegion() {
  const { t } = useLingui()
  useEffect(() => {
    showWaiting()
    return subscribeToasts(showWaiting)
  }, [])
  return (
    <Toast.Provider toastManager={manager}>
      <Toast.Portal>
        <Toast.Viewport className={styles['region']} aria-label={t`Messages`}>
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  )
}

function ToastList() {
  const { t } = useLingui()
  const { toasts } = Toast.useToastManager()
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} className={styles['toast'] ?? ''}>
      <Toast.Content className={styles['content'] ?? ''}>
        <Icon name={toneIcons[toneOf(toast.type)]} className={styles[toneOf(toast.type)]} />
        <div className={styles['words']}>
          <Toast.Title render={<p />} className={styles['title'] ?? ''} />
          <Toast.Description />
          <Toast.Action className={buttonClass('secondary')} />
        </div>
        <Toast.Close render={<IconButton icon={<ChromeIcon name="close" />} label={t`Close`} />} />
      </Toast.Content>
    </Toast.Root>
  ))
}

function toneOf(type: string | undefined): keyof typeof toneIcons {
  return type === 'success' || type === 'warning' || type === 'danger' ? type : 'info'
}
