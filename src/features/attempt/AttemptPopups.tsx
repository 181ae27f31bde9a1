import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { HindranceNotice } from './HindranceNotice.tsx'
import type { KeyedAttempt } from './useKeyedAttempt.ts'

interface UnansweredPopupProps<Request> {
  attempt: KeyedAttempt<Request>
  /** Says that an attempt without an answer may be done already, and is not done twice. */
  doubt: ReactNode
  /** What such an attempt asked for. */
  summary: ReactNode
}

interface AttemptPopupsProps<Request> extends UnansweredPopupProps<Request> {
  /** The title of the form. */
  question: string
  /** Asks for what is missing, and for the consent (`ConfirmForm`). */
  form: ReactNode
}

/** The popup of an attempt, if one is open: the form that sends it, or the question what became of it. */
export function AttemptPopups<Request>({ question, form, ...unanswered }: AttemptPopupsProps<Request>) {
  const { attempt } = unanswered
  const { opened, close } = attempt
  if (opened === null) return null
  if (opened.key === attempt.unanswered?.key) return <UnansweredPopup {...unanswered} />
  return (
    // The popup of another attempt is another dialog: its focus begins at its own top, and nothing is chosen.
    <Dialog key={opened.key} open onClose={close} title={question}>
      {form}
    </Dialog>
  )
}

/** The question what became of an attempt, if one that is open has no answer. */
export function UnansweredPopup<Request>({ attempt, doubt, summary }: UnansweredPopupProps<Request>) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const { opened, unanswered, busy, hindrance, send, close } = attempt
  if (opened === null || opened.key !== unanswered?.key) return null
  return (
    <Dialog key={opened.key} open onClose={close} title={t`We haven’t had an answer yet`}>
      <Notice tone="warning">
        <p>
          {isOnline ? (
            doubt
          ) : (
            <Trans>
              You’re offline. When the connection returns, we’ll find out automatically: nothing will be done twice.
            </Trans>
          )}
        </p>
      </Notice>
      {summary}
      <HindranceNotice hindrance={hindrance} />
      <Button variant="primary" busy={busy} onClick={() => send(opened)}>
        <Trans>Try again</Trans>
      </Button>
    </Dialog>
  )
}

interface UnansweredNoticeProps<Request> {
  attempt: KeyedAttempt<Request>
  title: ReactNode
  children: ReactNode
}

/** On the page below: an attempt has no answer yet. */
export function UnansweredNotice<Request>({ attempt, title, children }: UnansweredNoticeProps<Request>) {
  const { unanswered, open } = attempt
  if (unanswered === null) return null
  return (
    <Notice tone="warning" title={title}>
      <p>{children}</p>
      <Button onClick={() => open(unanswered)}>
        <Trans>Find out</Trans>
      </Button>
    </Notice>
  )
}
