import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScans } from '#src/offline/scanOutbox.ts'
import { nextCall } from '#src/outbox/entry.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { MyScansList } from './MyScansList.tsx'
import { NewsLine } from './NewsLine.tsx'
import { StorageFault } from './StorageFault.tsx'
import type { ScanSurroundings } from './toldScans.ts'
import { UnreadableScans } from './UnreadableScans.tsx'
import { useScanActions } from './useScanActions.ts'

/** Every scan of the member on this phone, where it stands and what to do next. */
export function MyScansPage(surroundings: ScanSurroundings) {
  const { t } = useLingui()
  const { status, entries, unreadable } = useScans(surroundings.memberId)
  const actions = useScanActions(surroundings.memberId)
  return (
    <Page title={t`My scans`} lead={t`Every ticket you’ve scanned on this device.`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scans…`} />}
      {status === 'failed' && <StorageFault onRetry={() => location.reload()} />}
      <NewsLine news={actions.news} waitingCount={entries.filter((entry) => nextCall(entry) !== null).length} />
      <UnreadableScans rows={unreadable} actions={actions} />
      {entries.length > 0 && <MyScansList entries={entries} actions={actions} {...surroundings} />}
      {status === 'ready' && entries.length === 0 && unreadable.length === 0 && <NoScans />}
    </Page>
  )
}

function NoScans() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <EmptyState title={t`No scans yet`} icon="scan">
      <p>
        <Trans>Scan the QR code on a concert ticket to earn points. It works without a signal, too.</Trans>
      </p>
      <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </EmptyState>
  )
}
