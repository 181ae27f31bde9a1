import { Trans } from '@lingui/react/macro'
import { type Ref, useRef } from 'react'
import { Button, type ButtonVariant } from '#src/ui/actions/Button.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'

/**
 * For these types phones offer the camera app, photos and files. HEIC is included because some browsers can open it.
 */
const accepted = 'image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif,application/pdf,.pdf'

interface FileButtonProps {
  variant: ButtonVariant
  busy: boolean
  onFiles: (files: readonly File[]) => void
  ref: Ref<HTMLButtonElement>
}

/** Lets the member choose photos and PDFs of tickets, several at once. */
export function FileButton({ variant, busy, onFiles, ref }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button ref={ref} variant={variant} busy={busy} onClick={() => input.current?.click()}>
        {!busy && <Icon name="image" />}
        <Trans>Photo or PDF</Trans>
      </Button>
      <input
        ref={input}
        type="file"
        accept={accepted}
        multiple
        hidden
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          // Emptied, so that the same file can be chosen again.
          currentTarget.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
