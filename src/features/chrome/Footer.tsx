import { Trans } from '@lingui/react/macro'
import styles from './Footer.module.css'

const year = new Date().getFullYear()

/** The page's end. */
export function Footer() {
  return (
    <footer className={styles['footer']}>
      <p>
        <Trans>© {year} Club Bravo. The rewards club of the orchestra.</Trans>
      </p>
    </footer>
  )
}
