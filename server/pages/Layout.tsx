import { useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, use } from 'react'
import { languages, languageTable } from '#contract/language.ts'
import { buttonClass } from '#src/ui/actions/Button.tsx'
import page from '#src/ui/layout/Page.module.css'
import type { PageFrame } from './pageContext.ts'
import styles from './Layout.module.css'

export const FrameContext = createContext<PageFrame | null>(null)

/** @throws outside a page (`renderPage`) */
export function useFrame(): PageFrame {
  const frame = use(FrameContext)
  if (frame === null) throw new Error('No page is being rendered')
  return frame
}

/** The app's home in the page's language. */
export function useHome(): string {
  const { origin, language } = useFrame()
  return `${origin}/${language}`
}

function LanguageSwitch() {
  const { t } = useLingui()
  const { language, inLanguage } = useFrame()
  if (!inLanguage) return null
  return (
    <nav aria-label={t`Language`}>
      {languages.map((other) => (
        <a
          key={other}
          href={inLanguage(other)}
          lang={languageTable[other].tag}
          hrefLang={languageTable[other].tag}
          data-takes-email=""
          aria-current={other === language}
        >
          {languageTable[other].short}
        </a>
      ))}
    </nav>
  )
}

interface LayoutProps {
  title: string
  /** The title in the browser's tab, if it says more. */
  tabTitle?: string
  /** What has just happened. */
  news?: ReactNode
  lead?: string
  /** Whether it has what formScript.js does better. */
  isScripted?: boolean
  /** Whether it has what passkeyScript.js shows. */
  hasPasskeys?: boolean | undefined
  children: ReactNode
}

/**
 * One page, as the app's are: a header with the language switch, and heading, lead and content below. Works without its
 * script.
 */
export function Layout({
  title,
  tabTitle = title,
  news,
  lead,
  isScripted = false,
  hasPasskeys = false,
  children,
}: LayoutProps) {
  const { language, stylesheet, font, script, passkeyScript } = useFrame()
  const home = useHome()
  return (
    <html lang={languageTable[language].tag}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="robots" content="noindex" />
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)" />
        <title>{`${tabTitle} · Club Bravo`}</title>
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
        <link rel="stylesheet" href={stylesheet} />
        {isScripted && <script type="module" src={script} />}
        {hasPasskeys && <script type="module" src={passkeyScript} />}
      </head>
      <body className={styles['body']}>
        <header className={styles['masthead']}>
          <div className={styles['row']}>
            <a className={styles['brand']} href={home}>
              <img src="/icon.svg" alt="" width="30" height="30" />
              <span className={styles['words']}>Club Bravo</span>
            </a>
            <LanguageSwitch />
          </div>
        </header>
        <main className={`${page['page']} ${page['narrow']} ${styles['sheet']}`}>
          <div className={page['head']}>
            <h1>{title}</h1>
            {news}
            {lead !== undefined && <p className={page['lead']}>{lead}</p>}
          </div>
          {children}
        </main>
      </body>
    </html>
  )
}

/** The words of a page that only says something. */
export interface Words {
  title: string
  lead: string
}

/** A page with a message and one link: back to the app, unless it says otherwise. */
export function LinkPage({ title, lead, link }: Words & { link?: { to: string; says: string } }) {
  const { t } = useLingui()
  const home = useHome()
  return (
    <Layout title={title} lead={lead}>
      <a className={buttonClass('primary')} href={link?.to ?? home}>
        {link?.says ?? t`Back to Club Bravo`}
      </a>
    </Layout>
  )
}
