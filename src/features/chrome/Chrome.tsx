import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { UpdatePrompt } from '#src/offline/UpdatePrompt.tsx'
import { AlternateLinks } from './AlternateLinks.tsx'
import styles from './Chrome.module.css'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

/** What stands around every page: skip link, header, main with the offer of a new version, footer. */
export function Chrome({ children }: { children: ReactNode }) {
  return (
    <div className={styles['chrome']}>
      <AlternateLinks />
      <a className={styles['skip']} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Header />
      <main id="main" tabIndex={-1}>
        <UpdatePrompt />
        {children}
      </main>
      <Footer />
    </div>
  )
}
