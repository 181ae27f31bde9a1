import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '#src/ui/actions/Button.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import type { ContentState } from './contentState.ts'
import styles from './ContentsView.module.css'

interface ContentsViewProps<Data> {
  state: ContentState<Data>
  /** What is loading, for screen readers. */
  label: string
  /** Skeletons of the same size as the contents. */
  skeletons: ReactNode
  children: (data: Data) => ReactNode
}

/**
 * Renders a content state: skeletons while it loads, a retry if it failed, else the page with the age of stale data.
 */
export function ContentsView<Data>({ state, label, skeletons, children }: ContentsViewProps<Data>) {
  switch (state.kind) {
    case 'loading':
      return (
        <Loading label={label} className={styles['waiting']}>
          {skeletons}
        </Loading>
      )
    case 'failed':
      return (
        <Notice tone="warning" title={<Trans>We couldn’t load this page’s content</Trans>}>
          <p>
            <Trans>
              Check your connection and try again. Pages you’ve opened stay available offline on this device.
            </Trans>
          </p>
          <Button busy={state.isRetrying} onClick={state.onRetry}>
            <Trans>Try again</Trans>
          </Button>
        </Notice>
      )
    case 'ready':
      return (
        <>
          {state.staleSince !== null && <DataAge fetchedAt={state.staleSince} />}
          {children(state.data)}
        </>
      )
  }
}
