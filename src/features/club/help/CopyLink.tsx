import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

/** Copies the link to a place on this page. */
export function CopyLink({ anchor }: { anchor: string }) {
  const { t } = useLingui()
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(new URL(`#${encodeURI(anchor)}`, location.origin + location.pathname).href)
      setOutcome('copied')
    } catch {
      // This page has no clipboard, or the permission is denied.
      setOutcome('refused')
    }
  }
  return (
    <p>
      <Button variant="quiet" onClick={() => void copy()}>
        {outcome === 'copied' ? <Trans>Link copied</Trans> : <Trans>Copy link to this answer</Trans>}
      </Button>
      {outcome === 'refused' ? (
        <output>
          <Trans>We couldn’t copy the link.</Trans>
        </output>
      ) : (
        <VisuallyHidden>
          <output>{outcome === 'copied' && t`Link copied`}</output>
        </VisuallyHidden>
      )}
    </p>
  )
}
