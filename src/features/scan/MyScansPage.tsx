import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScans } from '#src/offline/scanOutbox.ts'
import { EmptyState } from '#src/ui/EmptyState.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Page } from '#src/ui/Page.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { MyScansList } from './MyScansList.tsx'
import { StorageFault } from './StorageFault.tsx'
import type { ScanSurroundings } from './toldScans.ts'

/** Every scan of the member on this phone, where it stands and what to do next. */
export function MyScansPage(surroundings: ScanSurroundings) {
  const { t } = useLingui()
  const { status, entries, unreadable } = useScans(surroundings.memberId)
  return (
    <Page title={t`My scans`} lead={t`Every ticket that you have scanned on this phone.`} narrow>
      {status === 'loading' && <Spinner label={t`Opening your scans…`} />}
      {status === 'failed' && <StorageFault onRetry={() => location.reload()} />}
      {unreadable > 0 && <UnreadableNotice count={unreadable} />}
      {entries.length > 0 && <MyScansList entries={entries} {...surroundings} />}
      {status === 'ready' && entries.length === 0 && unreadable === 0 && <NoScans />}
    </Page>
  )
}

function UnreadableNotice({ count }: { count: number }) {
  return (
    <Notice
      tone="warning"
      title={
        <Plural value={count} one="# scan on this phone cannot be read" other="# scans on this phone cannot be read" />
      }
    >
      <p>
        <Plural
          value={count}
          one="It is kept, and it holds up no other scan. If you still have the ticket, scan it again."
          other="They are kept, and they hold up no other scan. If you still have the tickets, scan them again."
        />
      </p>
    </Notice>
  )
}

function NoScans() {
  const { t } = useLingui()
  const lang = useLanguage()
  return (
    <EmptyState title={t`No scans yet`} icon="scan">
      <p>
        <Trans>Scan the QR code of a concert ticket, and it turns into points. It works without signal, too.</Trans>
      </p>
      <LinkButton variant="primary" to="/$lang/scanner" params={{ lang }}>
        <Trans>Scan a ticket</Trans>
      </LinkButton>
    </EmptyState>
  )
}
