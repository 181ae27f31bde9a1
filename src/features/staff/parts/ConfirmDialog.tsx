import { Trans } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
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
  const button = useRef<HTMLButtonElement>(null)
  // After the dialog has opened, which gives the focus to its first button. What does harm isn't one press of Enter.
  useEffect(() => {
    if (tone === 'primary') button.current?.focus()
  }, [tone])
  return (
    <Dialog open onClose={onClose} title={title}>
      {children}
      <ActFailure error={act.error} />
      <DialogActions>
        <Button ref={button} variant={tone} busy={act.isPending} onClick={onConfirm}>
          {confirm}
        </Button>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </Dialog>
  )
}
