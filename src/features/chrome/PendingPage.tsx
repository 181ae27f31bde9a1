import { useLingui } from '@lingui/react/macro'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import styles from './PendingPage.module.css'

/** Shown while a page loads (only after a second, so that fast ones do not flicker). */
export function PendingPage() {
  const { t } = useLingui()
  return (
    <div className={styles['pending']}>
      <Spinner label={t`One moment…`} />
    </div>
  )
}
