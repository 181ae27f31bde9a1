import { Trans } from '@lingui/react/macro'
import { isInstalled } from '#src/platform/installed.ts'
import { useEvictableStorage } from '#src/sync/storagePersistence.ts'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * Says how long unsent scans are safe in a browser that may delete them, and how to make them safe; otherwise shows
 * nothing.
 */
export function EvictableStorageNotice() {
  if (!useEvictableStorage()) return null
  return (
    <Notice tone="info" title={<Trans>Saved while this page is open</Trans>}>
      <p>
        <Trans>
          Points follow as soon as there is a network. Until then, this browser may delete your scan: when you close a
          private window, when space runs short, or, in Safari, after seven days.
        </Trans>
      </p>
      {!isInstalled() && (
        <p>
          <Trans>
            To keep your scans safe, install this app: choose “Install app” or “Add to Home Screen” in your browser’s
            menu.
          </Trans>
        </p>
      )}
    </Notice>
  )
}
