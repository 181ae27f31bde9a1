import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDateTime } from '#src/i18n/dates.ts'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'
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
