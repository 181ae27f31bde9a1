import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import type { LocalizedText } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import styles from './ConfirmForm.module.css'
import { HindranceNotice } from './HindranceNotice.tsx'
import type { KeyedAttempt } from './useKeyedAttempt.ts'

interface ConfirmFormProps {
  attempt: Pick<KeyedAttempt<unknown>, 'busy' | 'hindrance' | 'close'>
  terms: LocalizedText
  /** Below the checkbox of the terms. */
  hint?: ReactNode
  /** Of the button. */
  submit: ReactNode
  /** Why it cannot be sent now, such as without a connection; null while it can, as far as is known. */
  obstacle: ReactNode
  /** Selects the first control that still lacks a choice, if any: it takes the focus. */
  lacking?: string | null
  onConfirm: () => void
  /** What is asked for. `wasPressed`: what lacks says so. */
  children: (wasPressed: boolean) => ReactNode
}

/** The form of an attempt's popup: what is asked for, the terms, and the button that sends it. */
export function ConfirmForm({
  attempt: { busy, hindrance, close },
  terms,
  hint,
  submit,
  obstacle,
  lacking = null,
  onConfirm,
  children,
}: ConfirmFormProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const form = useRef<HTMLFormElement>(null)
  const obstacleNotice = useRef<HTMLDivElement>(null)
  const [hasAccepted, setAccepted] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const press = (event: FormEvent) => {
    event.preventDefault()
    setPressed(true)
    const missing = lacking ?? (hasAccepted ? null : 'input[type=checkbox]')
    if (missing !== null) return form.current?.querySelector<HTMLElement>(missing)?.focus()
    // Sent without a connection, it would leave the member in doubt about what became of it.
    if (obstacle !== null) return obstacleNotice.current?.focus()
    if (!busy) onConfirm()
    return undefined
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={press}>
      {children(wasPressed)}
      {isWritten(terms, lang) && (
        <DisclosureGroup>
          <Disclosure title={<Trans>Terms and conditions</Trans>}>
            <RichText text={terms} />
          </Disclosure>
        </DisclosureGroup>
      )}
      <Checkbox
        label={<Trans>I’ve read and accept the terms and conditions.</Trans>}
        {...(hint !== undefined && { hint })}
        required
        checked={hasAccepted}
        error={wasPressed && !hasAccepted && t`Accept the terms and conditions.`}
        onChange={({ target }) => setAccepted(target.checked)}
      />
      <HindranceNotice hindrance={hindrance} />
      {obstacle !== null && (
        <div ref={obstacleNotice} tabIndex={-1}>
          <Notice tone="info">{obstacle}</Notice>
        </div>
      )}
      <DialogActions>
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
