import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import type { Draft } from './draft.ts'

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
