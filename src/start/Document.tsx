import type { ReactNode } from 'react'
import type { CompleteFor, DocumentParts } from '#contract/document.ts'
import { embeddedDataElementId } from '#contract/embeddedData.ts'
import { type Language, languageTags } from '#contract/language.ts'
import { manifestFile } from '#contract/pages.ts'

/** A rendered page. */
export interface RenderedPage {
  /** The elements of its head. */
  head: ReactNode
  /** Its markup, as the app hydrates it. */
  body: string
  /** The path that it was rendered for; empty if it is the chrome alone. */
  path: string
  /** In milliseconds since 1970. */
  renderedAt: number
}

interface DocumentProps {
  lang: Language
  parts: DocumentParts
  /** Null: the page without a language, whose app starts at once. */
  page: RenderedPage | null
  /** The page's answer, as JSON. */
  data: string | null
  completeFor: CompleteFor
  /** For search engines, as JSON. */
  markup: string | null
}

/** Without a page of its own. */
const generalHead = (
  <>
    <title>Club Bravo</title>
    <meta name="description" content="The orchestra’s rewards club: scan tickets, earn points." />
  </>
)

/** The app has yet to find out which page it is. */
const needsScript = (
  <>
    <p>Club Bravo needs JavaScript. Switch it on and reload.</p>
    <p lang={languageTags.tc}>Club Bravo 需要 JavaScript，請啟用後重新載入。</p>
    <p lang={languageTags.sc}>Club Bravo 需要 JavaScript，请启用后重新加载。</p>
  </>
)

/** What is there can be read. */
const readsWithoutScript = (
  <>
    <p>To sign in, scan tickets or redeem rewards, switch on JavaScript and reload.</p>
    <p lang={languageTags.tc}>如要登入、掃描門票或換領獎賞，請啟用 JavaScript 後重新載入。</p>
    <p lang={languageTags.sc}>要登录、扫描门票或兑换奖励，请启用 JavaScript 后重新加载。</p>
  </>
)

/** The document of every page. The app hydrates what is in `#root`. */
export function Document({ lang, parts, page, data, completeFor, markup }: DocumentProps) {
  const { script, style, laterStyle, fonts } = parts
  return (
    <html lang={languageTags[lang]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        {page === null ? generalHead : page.head}
        <link rel="manifest" href={manifestFile(lang)} />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <meta name="apple-mobile-web-app-title" content="Club Bravo" />
        <meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#171412" media="(prefers-color-scheme: dark)" />
        <meta name="color-scheme" content="light dark" />
        {/* The browser must not turn numbers and dates into links. */}
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        {/* Before the style: at a script in the body, the browser would draw a frame with what it has until then. */}
        {script !== '' && <script dangerouslySetInnerHTML={{ __html: script }} />}
        {style !== '' && <style dangerouslySetInnerHTML={{ __html: style }} />}
        {fonts.map((font) => (
          <link key={font} rel="preload" as="font" type="font/woff2" crossOrigin="" href={font} />
        ))}
      </head>
      <body>
        {page === null ? (
          <div id="root" />
        ) : (
          <div
            id="root"
            data-prerendered={page.path}
            data-complete={completeFor ?? undefined}
            data-rendered-at={page.renderedAt}
            dangerouslySetInnerHTML={{ __html: page.body }}
          />
        )}
        {laterStyle !== '' && <style dangerouslySetInnerHTML={{ __html: laterStyle }} />}
        <noscript>{page === null ? needsScript : readsWithoutScript}</noscript>
        {page === null ? <ModuleLinks {...parts} /> : <DeferredLinks {...parts} />}
        {data !== null && (
          <script type="application/json" id={embeddedDataElementId} dangerouslySetInnerHTML={{ __html: data }} />
        )}
        {markup !== null && <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: markup }} />}
      </body>
    </html>
  )
}

/** The app starts at once: nothing else is shown. */
function ModuleLinks({ entry, modules }: DocumentParts) {
  return (
    <>
      {modules.map((module) => (
        <link key={module} rel="modulepreload" crossOrigin="" href={module} />
      ))}
      <script type="module" src={entry} />
    </>
  )
}

/** React's types do not know it of a link. */
const disabled = { disabled: true }

/**
 * Links that the inline script wakes after the first paint (`startApp.ts`): the modules, and the style sheets that are
 * inline already, disabled, which keeps the app from fetching them.
 */
function DeferredLinks({ entry, modules, sheets }: DocumentParts) {
  return (
    <>
      {sheets.map((sheet) => (
        <link key={sheet} data-rel="stylesheet" {...disabled} href={sheet} />
      ))}
      {[entry, ...modules].map((module) => (
        <link key={module} data-rel="modulepreload" crossOrigin="" href={module} />
      ))}
    </>
  )
}
