import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import { ActFailure } from './Answered.tsx'
import styles from './ConfirmDialog.module.css'

interface ConfirmDialogProps {
  title: ReactNode
  size?: 'normal' | 'wide'
  /** What follows from it, and what it needs. */
  children: ReactNode
  /** What the button does. */
  confirm: ReactNode
  /** What the other one says; by default that it cancels. */
  cancel?: ReactNode
  tone: 'primary' | 'danger'
  act: { error: unknown; isPending: boolean }
  onConfirm: () => void
  onClose: () => void
}

/** Asks once more before something that can't be undone, or for what it needs. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, size, children, confirm, cancel, tone, act, onConfirm, onClose } = props
  // What does harm isn't one press of Enter.
  const first = tone === 'primary' ? 'input, select, textarea, [type=submit]' : 'input, select, textarea'
  return (
    <Dialog open onClose={onClose} title={title} size={size ?? 'normal'}>
      <form
        ref={(form) => focusFirst(form?.querySelector<HTMLElement>(first) ?? null)}
        className={styles['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onConfirm()
        }}
      >
        {children}
        <ActFailure error={act.error} />
        <DialogActions>
          <Button type="submit" variant={tone} busy={act.isPending}>
            {confirm}
          </Button>
          <Button onClick={onClose}>{cancel ?? <Trans>Cancel</Trans>}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
