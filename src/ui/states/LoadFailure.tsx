import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from './Notice.tsx'

interface LoadFailureProps {
  /** What failed to load. */
  title: ReactNode
  onRetry: () => void
}

/** Shown if data is not cached on this device and cannot be fetched now. */
export function LoadFailure({ title, onRetry }: LoadFailureProps) {
  const online = useOnline()
  return (
    <Notice tone="warning" title={title}>
      <p>
        {online ? (
          <Trans>
            Something went wrong on our side or with your connection. Try again in a moment. Pages you’ve opened stay
            available offline on this device.
          </Trans>
        ) : (
          <Trans>
            You’re offline. Connect to the internet and try again. Pages you’ve opened stay available offline.
          </Trans>
        )}
      </p>
      <Button onClick={onRetry}>
        <Trans>Try again</Trans>
      </Button>
    </Notice>
  )
}
