import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useOnline } from '#src/platform/online.ts'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import styles from './OfflineBar.module.css'

/**
 * Says that the browser is offline, and announces to screen readers when it is online again. It overlays the lower edge
 * of the screen, so that nothing moves.
 */
export function OfflineBar() {
  const online = useOnline()
  const [wasOffline, setWasOffline] = useState(false)
  if (!online && !wasOffline) setWasOffline(true)
  return (
    <output>
      {online ? (
        wasOffline && (
          <VisuallyHidden>
            <Trans>You’re back online</Trans>
          </VisuallyHidden>
        )
      ) : (
        <span className={styles['bar']}>
          <ChromeIcon name="offline" />
          <Trans>Offline: showing what’s saved on this device</Trans>
        </span>
      )}
    </output>
  )
}
