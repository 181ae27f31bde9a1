import { Trans, useLingui } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { useOnline } from '#src/platform/online.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import { formatDateTime } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import type { Draft } from './draft/draft.ts'
import { wordsOfFailure } from './failureWords.ts'
import styles from './Registration.module.css'
import type { SendFailure } from './useRegistration.ts'

interface SendStateProps {
  isLast: boolean
  /** Why the form is not saved; null when nothing is known to stand in its way. */
  failure: SendFailure | null
  isSendingCard: boolean
  /** Whether this device keeps what was typed; null while there is nothing to keep. */
  isSaved: boolean | null
}

/** What stands in the way of sending the form, or takes long. */
export function SendState({ isLast, failure, isSendingCard, isSaved }: SendStateProps) {
  const lang = useLanguage()
  const isOnline = useOnline()
  const { i18n } = useLingui()
  if (isSendingCard) {
    return (
      <Notice tone="info" title={<Trans>Sending your application and your student card…</Trans>}>
        <p>
          <Trans>This can take a minute on a slow network. Keep this page open.</Trans>
        </p>
      </Notice>
    )
  }
  if (failure?.kind === 'applied') {
    return (
      <Notice tone="warning" title={<Trans>You’ve already applied</Trans>} comesIntoSight>
        <p>
          <Trans>
            We already have the application that you sent before, so this one wasn’t sent. If something has to change,
            contact us.
          </Trans>
        </p>
        <LinkButton to="/$lang/member-detail" params={{ lang }}>
          <Trans>Go to your account</Trans>
        </LinkButton>
      </Notice>
    )
  }
  if (failure?.kind === 'too_many') return <TooManyNotice waitMinutes={failure.waitMinutes} />
  if (failure?.kind === 'unanswered' && failure.said !== undefined) {
    return (
      <Notice tone="warning" title={<Trans>We couldn’t save this</Trans>} comesIntoSight>
        <p>{wordsOfFailure(i18n, failure.said)}</p>
        <p>
          <Trans>Press the button again later: nothing will be saved twice.</Trans>
        </p>
      </Notice>
    )
  }
  if (failure?.kind === 'unsent' || failure?.kind === 'unanswered') {
    const isUnsent = failure.kind === 'unsent'
    return (
      <Notice
        tone="warning"
        title={isUnsent ? <Trans>This hasn’t been sent yet</Trans> : <Trans>We haven’t had an answer yet</Trans>}
        comesIntoSight
      >
        <p>
          {isSaved === false ? (
            <Trans>
              Club Bravo couldn’t be reached. Keep this page open, and press the button again when you’re online:
              nothing will be saved twice.
            </Trans>
          ) : (
            <Trans>
              Club Bravo couldn’t be reached. What you’ve filled in stays on this device. Press the button again when
              you’re online: nothing will be saved twice.
            </Trans>
          )}
        </p>
      </Notice>
    )
  }
  if (isOnline) return null
  return (
    <Notice tone="info" title={<Trans>You’re offline</Trans>}>
      <p>
        {isSaved === false ? (
          <Trans>You can send this once you’re online. Keep this page open until then.</Trans>
        ) : isLast ? (
          <Trans>You can send this once you’re online. What you’ve filled in stays on this device.</Trans>
        ) : (
          <Trans>Fill in the form now and send it once you’re online. It stays on this device.</Trans>
        )}
      </p>
    </Notice>
  )
}

/** Whether what is typed would survive closing the page. */
export function SavedState({ isSaved, hasCard }: { isSaved: boolean | null; hasCard: boolean }) {
  return (
    <output className={styles['hint']}>
      {isSaved === true && !hasCard && <Trans>Saved on this device</Trans>}
      {isSaved === true && hasCard && <Trans>Saved on this device, except for your student card</Trans>}
      {isSaved === false && <Trans>Your browser doesn’t keep what you type. Finish before you close this page.</Trans>}
    </output>
  )
}

/** Says that an earlier visit's answers are back, and offers to begin again. */
export function DraftStatus({ draft, onStartAgain }: { draft: Draft; onStartAgain: () => void }) {
  const when = formatDateTime(draft.savedAt, useLanguage())
  return (
    <Notice tone="info" title={<Trans>Continue where you left off</Trans>}>
      <p>
        <Trans>We’ve brought back what you filled in on this device ({when}).</Trans>
      </p>
      <Button onClick={onStartAgain}>
        <Trans>Start again</Trans>
      </Button>
    </Notice>
  )
}

/** Says that another tab has saved the same form since, and offers both ways on. */
export function OtherTab({ onContinueHere, onReopen }: { onContinueHere: () => void; onReopen: () => void }) {
  return (
    <Notice tone="warning" title={<Trans>This form is also open in another tab</Trans>}>
      <p>
        <Trans>What you filled in there is saved on this device. What you fill in here isn’t.</Trans>
      </p>
      <ButtonRow>
        <Button onClick={onReopen}>
          <Trans>Show what’s in the other tab</Trans>
        </Button>
        <Button onClick={onContinueHere}>
          <Trans>Save what’s here instead</Trans>
        </Button>
      </ButtonRow>
    </Notice>
  )
}
