import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { UpdatePrompt } from '#src/serviceWorker/UpdatePrompt.tsx'
import { CallNoticesLoader } from './calls/callNoticesLoader.tsx'
import styles from './Chrome.module.css'
import { DocumentHead } from './DocumentHead.tsx'
import { Footer } from './Footer.tsx'
import { Header } from './header/Header.tsx'
import type { LazyCard } from './header/MembershipCardLoader.tsx'
import { TabBarLoader } from './tabBar/tabBarLoader.tsx'

interface ChromeProps {
  card: LazyCard
  children: ReactNode
}

/** The frame of every page: skip link, header, main with the update prompt, footer, tab bar. */
export function Chrome({ card, children }: ChromeProps) {
  return (
    <div className={styles['chrome']}>
      <DocumentHead />
      <a className={styles['skip']} href="#main">
        <Trans>Skip to content</Trans>
      </a>
      <Header card={card} />
      <main id="main" tabIndex={-1}>
        <UpdatePrompt />
        <CallNoticesLoader />
        {children}
      </main>
      <Footer />
      <TabBarLoader />
    </div>
  )
}
