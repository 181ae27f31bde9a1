import { Trans } from '@lingui/react/macro'
import { reloadIfReachable } from '#src/serviceWorker/chunkRecovery.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import styles from '../HomePage.module.css'

/** In place of home's contents, where their code cannot be fetched. */
export function LostContents() {
  return (
    <div role="alert" className={styles['lost']}>
      <p>
        <Trans>Something went wrong on our side or with your connection. Nothing you’ve saved is lost.</Trans>
      </p>
      <Button onClick={() => void reloadIfReachable()}>
        <Trans>Try again</Trans>
      </Button>
    </div>
  )
}
