import { Trans } from '@lingui/react/macro'
import { useOnline } from '#src/platform/online.ts'
import { Notice } from './Notice.tsx'

/** Says, before it is tried, that a page cannot send anything now. */
export function OfflineNotice() {
  if (useOnline()) return null
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        <Trans>To change or send anything here, connect to the internet.</Trans>
      </p>
    </Notice>
  )
}
