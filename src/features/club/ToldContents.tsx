import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/Button.tsx'
import { KeptAge } from '#src/ui/KeptAge.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { Waiting } from '#src/ui/Waiting.tsx'
import type { Told } from './told.ts'
import styles from './ToldContents.module.css'

interface ToldContentsProps<Data> {
  told: Told<Data>
  /** What is awaited, in words. */
  label: string
  /** Skeletons, as large as what comes. */
  skeletons: ReactNode
  children: (data: Data) => ReactNode
}

/** What a page shows of the contents: in their place skeletons while they come, and a way to try again where they did not. */
export function ToldContents<Data>({ told, label, skeletons, children }: ToldContentsProps<Data>) {
  switch (told.kind) {
    case 'coming':
      return (
        <Waiting label={label} className={styles['waiting']}>
          {skeletons}
        </Waiting>
      )
    case 'failed':
      return (
        <Notice tone="warning" title={<Trans>We couldn’t load this page’s content</Trans>}>
          <p>
            <Trans>
              Check your connection and try again. Pages you’ve opened stay available offline on this device.
            </Trans>
          </p>
          <Button busy={told.isTrying} onClick={told.onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )
    case 'there':
      return (
        <>
          {told.keptSince !== null && <KeptAge heardAt={told.keptSince} />}
          {children(told.data)}
        </>
      )
  }
}
