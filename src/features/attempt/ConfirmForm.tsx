import { Trans } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './ConfirmForm.module.css'
import { HindranceNotice } from './HindranceNotice.tsx'
import type { KeyedAttempt } from './useKeyedAttempt.ts'

interface ConfirmFormProps {
  attempt: Pick<KeyedAttempt<unknown>, 'busy' | 'hindrance' | 'close'>
  /** What the press accepts, the terms linked (`TermsLink`). */
  consent: ReactNode
  /** Of the button: it names the price, and is the consent. */
  submit: ReactNode
  /** Why it cannot be sent now, such as without a connection; null while it can, as far as is known. */
  obstacle: ReactNode
  /** Selects the first control that still lacks a choice, if any: it takes the focus. */
  lacking?: string | null
  onConfirm: () => void
  /** What is asked for. `wasPressed`: what lacks says so. */
  children: (wasPressed: boolean) => ReactNode
}

/** The form of an attempt's popup: what is asked for, and the button that sends it. */
export function ConfirmForm({
  attempt: { busy, hindrance, close },
  consent,
  submit,
  obstacle,
  lacking = null,
  onConfirm,
  children,
}: ConfirmFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const obstacleNotice = useRef<HTMLDivElement>(null)
  const [wasPressed, setPressed] = useState(false)
  const press = (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    if (lacking !== null) return form.current?.querySelector<HTMLElement>(lacking)?.focus()
    // Sent without a connection, it would leave the member in doubt about what became of it.
    if (obstacle !== null) return obstacleNotice.current?.focus()
    if (!busy) onConfirm()
    return undefined
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={press}>
      {children(wasPressed)}
      <HindranceNotice hindrance={hindrance} />
      {obstacle !== null && (
        <div ref={obstacleNotice} tabIndex={-1}>
          <Notice tone="info">{obstacle}</Notice>
        </div>
      )}
      <DialogActions consent={consent}>
        <Button type="submit" variant="primary" busy={busy}>
          {submit}
        </Button>
        <Button onClick={close} disabled={busy}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}
