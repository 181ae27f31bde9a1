import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'

/** Copies a text, and says whether that worked. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useLingui()
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      // This page has no clipboard, or the permission is denied.
      showToast({ title: t`This browser doesn’t let us copy. Select the text and copy it.`, tone: 'warning' })
    }
  }
  return <Button onClick={() => void copy()}>{isCopied ? <Trans>Copied</Trans> : children}</Button>
}
