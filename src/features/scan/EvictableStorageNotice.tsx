import { Trans } from '@lingui/react/macro'
import { isInstalled } from '#src/platform/installed.ts'
import { useEvictableStorage } from '#src/outbox/page/storagePersistence.ts'
import { Details } from '#src/ui/layout/Details.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * Says in one line that a browser may delete unsent scans, and below it, folded, how long they are safe and how to make
 * them safe; otherwise shows nothing.
 */
export function EvictableStorageNotice() {
  if (!useEvictableStorage()) return null
  return (
    <Notice tone="info" title={<Trans>Saved in this browser for now</Trans>}>
      <Details summary={<Trans>How to keep it safe</Trans>}>
        <p>
          <Trans>
            You’ll get your points once you open Club Bravo online. Until then, this browser may delete your scan: when
            you close a private window, when space runs short, or, in Safari, after seven days.
          </Trans>
        </p>
        {!isInstalled() && (
          <p>
            <Trans>To keep your scans safe, install this app from your browser’s menu, or from Share in Safari.</Trans>
          </p>
        )}
      </Details>
    </Notice>
  )
}
