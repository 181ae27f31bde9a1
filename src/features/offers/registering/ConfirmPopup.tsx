import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import type { EventItem } from '#contract/spending/events.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { isWritten } from '#src/i18n/localized.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { DisclosureGroup } from '#src/ui/layout/DisclosureGroup.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import { PlacesSummary } from './PlacesSummary.tsx'
import styles from './Registering.module.css'
import type { Registering, RegisterPopup } from './useRegistering.ts'

interface ConfirmPopupProps {
  event: EventItem
  /** How many places the member has already. */
  held: number
  registering: Registering
  /** The club can be reached, as far as is known. */
  reachable: boolean
}

/** The popup that is open while a member registers, if any. */
export function ConfirmPopup({ event, held, registering, reachable }: ConfirmPopupProps) {
  const { t } = useLingui()
  const { popup, close } = registering
  if (popup === null) return null
  const isConfirm = popup.kind === 'confirm'
  const question = held > 0 ? t`Register for more places?` : t`Register for this event?`
  const Content = isConfirm ? ConfirmForm : Unanswered
  return (
    // A popup of another kind is another dialog: its focus begins at its own top.
    <Dialog key={popup.kind} open onClose={close} title={isConfirm ? question : t`We haven’t had an answer yet`}>
      <Content event={event} held={held} popup={popup} registering={registering} reachable={reachable} />
    </Dialog>
  )
}

function ConfirmForm({ event, held, popup, registering, reachable }: ConfirmPopupProps & { popup: RegisterPopup }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const terms = useRef<HTMLInputElement>(null)
  const unreachable = useRef<HTMLDivElement>(null)
  const [hasAccepted, setAccepted] = useState(false)
  const [wasPressed, setPressed] = useState(false)
  const submit = (submitted: FormEvent) => {
    submitted.preventDefault()
    setPressed(true)
    if (!hasAccepted) return terms.current?.focus()
    // Sent now, it would leave the member in doubt about what became of it.
    if (!reachable) return unreachable.current?.focus()
    if (!registering.busy) registering.send(popup.attempt)
    return undefined
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit}>
      <PlacesSummary
        event={event}
        quantity={popup.attempt.quantity}
        {...(held > 0 && {
          more: [{ term: t`You already have`, value: <Plural value={held} one="# place" other="# places" /> }],
        })}
      />
      {event.waiting_list && (
        <p className={styles['reason']}>
          <Trans>If the event is full, you go on its waiting list.</Trans>
        </p>
      )}
      {isWritten(event.terms_and_conditions, lang) && (
        <DisclosureGroup>
          <Disclosure title={<Trans>Terms and conditions</Trans>}>
            <RichText text={event.terms_and_conditions} />
          </Disclosure>
        </DisclosureGroup>
      )}
      <Checkbox
        ref={terms}
        label={<Trans>I’ve read and accept the terms and conditions.</Trans>}
        required
        checked={hasAccepted}
        error={wasPressed && !hasAccepted && t`Please accept the terms and conditions.`}
        onChange={({ target }) => setAccepted(target.checked)}
      />
      <TooManyNotice waitMinutes={popup.waitMinutes} />
      {!reachable && (
        <div ref={unreachable} tabIndex={-1}>
          <Notice tone="info">
            <Trans>We can’t reach Club Bravo right now. Connect to the internet to register.</Trans>
          </Notice>
        </div>
      )}
      <DialogActions>
        <Button type="submit" variant="primary" busy={registering.busy}>
          <Trans>Register</Trans>
        </Button>
        <Button onClick={registering.close} disabled={registering.busy}>
          <Trans>Cancel</Trans>
        </Button>
      </DialogActions>
    </form>
  )
}

function Unanswered({ event, popup, registering }: ConfirmPopupProps & { popup: RegisterPopup }) {
  return (
    <>
      <Notice tone="warning">
        <Trans>You may already be registered. Try again to find out: you won’t be registered twice.</Trans>
      </Notice>
      <PlacesSummary event={event} quantity={popup.attempt.quantity} />
      <TooManyNotice waitMinutes={popup.waitMinutes} />
      <Button variant="primary" busy={registering.busy} onClick={() => registering.send(popup.attempt)}>
        <Trans>Try again</Trans>
      </Button>
    </>
  )
}
