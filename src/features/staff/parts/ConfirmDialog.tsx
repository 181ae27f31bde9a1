import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import { ActFailure } from './Answered.tsx'

interface ConfirmDialogProps {
  title: ReactNode
  /** What follows from it. */
  children: ReactNode
  /** What the button does. */
  confirm: ReactNode
  tone: 'primary' | 'danger'
  act: { error: unknown; isPending: boolean }
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that can't be undone. */
export function ConfirmDialog({ title, children, confirm, tone, act, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <Dialog open onClose={onClose} title={title}>
      {children}
      <ActFailure error={act.error} />
      <DialogActions>
        {/* What does harm isn't one press of Enter. */}
        <Button ref={tone === 'primary' ? focusFirst : null} variant={tone} busy={act.isPending} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
