import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isResendable } from '#src/outbox/entry.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { phaseOf, type Phase } from '#src/features/scan/status/statusPhase.ts'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import type { ScanActions } from './useScanActions.ts'

type Action = 'confirm' | 'retry' | 'resend' | 'delete'

/**
 * What the member can do with a scan. Scans that give points cannot be deleted, and not every refused one can be sent
 * again.
 */
const actionsFor: Record<Phase, readonly Action[]> = {
  unconfirmed: ['confirm', 'delete'],
  sending: [],
  rewarded: [],
  refused: ['resend', 'delete'],
  stuck: ['retry', 'delete'],
}

interface ScanButtonsProps {
  scan: DisplayedScan
  actions: Pick<ScanActions, 'confirm' | 'retry' | 'resend'>
  /** Deleting asks first. */
  onDelete: () => void
}

/** The buttons of a scan on the list. */
export function ScanButtons({ scan: { entry, status }, actions, onDelete }: ScanButtonsProps) {
  const buttons: Record<Action, ReactNode> = {
    confirm: (
      <Button key="confirm" variant="primary" onClick={() => void actions.confirm(entry)}>
        <Trans>Confirm</Trans>
      </Button>
    ),
    retry: (
      <Button key="retry" variant="primary" onClick={() => void actions.retry(entry)}>
        <Icon name="retry" />
        <Trans>Try again</Trans>
      </Button>
    ),
    resend: isResendable(entry) && (
      <Button key="resend" onClick={() => void actions.resend(entry)}>
        <Trans>Send it again</Trans>
      </Button>
    ),
    delete: (
      <Button key="delete" variant="quiet" onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    ),
  }
  return actionsFor[phaseOf(status)].map((action) => buttons[action])
}
