import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { Icon } from '#src/ui/Icon.tsx'
import type { Standing } from '#src/features/scan/status/displayStatus.ts'
import type { ToldScan } from '#src/features/scan/useDisplayedScans.ts'
import type { ScanActions } from './useScanActions.ts'

type Wish = 'confirm' | 'retry' | 'delete'

/** What the member can do with a scan, by where it stands: points and history are not for deleting. */
const wishesFor: Record<Standing, readonly Wish[]> = {
  unconfirmed: ['confirm', 'delete'],
  saved: [],
  credited: [],
  pending: [],
  invalid: ['delete'],
  not_found: ['delete'],
  expired: ['delete'],
  claimed_before: ['delete'],
  claimed_by_other: ['delete'],
  stuck: ['retry', 'delete'],
}

interface ScanButtonsProps {
  scan: ToldScan
  actions: Pick<ScanActions, 'confirm' | 'retry'>
  /** Deleting asks first. */
  onDelete: () => void
}

/** The buttons of a scan on the list. */
export function ScanButtons({ scan: { entry, standing }, actions, onDelete }: ScanButtonsProps) {
  const buttons: Record<Wish, ReactNode> = {
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
    delete: (
      <Button key="delete" variant="quiet" onClick={onDelete}>
        <Trans>Delete</Trans>
      </Button>
    ),
  }
  return wishesFor[standing].map((wish) => buttons[wish])
}
