import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

/** Copies a ticket's code, and says whether that worked. */
export function CopyButton({ text }: { text: string }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setOutcome('copied')
    } catch {
      // This page has no clipboard, or the permission is denied.
      setOutcome('refused')
    }
  }
  return (
    <>
      <Button onClick={() => void copy()}>
        {outcome === 'copied' ? <Trans>Code copied</Trans> : <Trans>Copy code</Trans>}
      </Button>
      {outcome === 'refused' ? (
        <output>
          <Trans>We couldn’t copy the code. Please select it and copy it.</Trans>
        </output>
      ) : (
        <VisuallyHidden>
          <output>{outcome === 'copied' && t`Code copied`}</output>
        </VisuallyHidden>
      )}
    </>
  )
}
