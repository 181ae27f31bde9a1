import { Trans } from '@lingui/react/macro'
import { useSyncExternalStore } from 'react'
import { Button } from './Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'

const canShare = () => 'share' in navigator

/** Shares this page by the device's own means; nothing where the browser has none. */
export function ShareButton({ title }: { title: string }) {
  const isAvailable = useSyncExternalStore(
    () => () => undefined,
    canShare,
    () => false,
  )
  if (!isAvailable) return null
  const share = () => {
    const url = location.origin + location.pathname
    // Refused, or closed without sharing: the person knows.
    navigator.share({ title, url }).catch(() => undefined)
  }
  return (
    <p>
      <Button onClick={share}>
        <Icon name="external" />
        <Trans>Share</Trans>
      </Button>
    </p>
  )
}
