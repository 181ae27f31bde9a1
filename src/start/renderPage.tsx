import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '#contract/language.ts'
import { Document, type DocumentParts } from './Document.tsx'

/** A page to render. */
export interface PageToRender {
  lang: Language
  parts: DocumentParts
  /** The path within the app, language first. Null: the page without a language. */
  path: string | null
  /**
   * How much of it. waiting: without the data that the document brings. skeleton: of a record that is not known yet, without elements of the head.
   * chrome: of pages that only the app knows.
   */
  extent?: 'whole' | 'waiting' | 'skeleton' | 'chrome'
  /** The page's answer (`contract/embeddedData.ts`) as JSON. */
  data?: string | null
}

/**
 * Renders the document of a page for visitors, as the app hydrates it. Runs in Node, at build time and in the server. Not reentrant: the active
 * language is global.
 */
export async function renderPage(page: PageToRender): Promise<string> {
  const { lang, parts, data = null } = page
  // Apart: a document without a page needs nothing of the app.
  const rendered =
    page.path === null ? null : await (await import('./renderApp.tsx')).renderApp({ ...page, path: page.path })
  return `<!doctype html>${renderToStaticMarkup(<Document lang={lang} parts={parts} page={rendered} data={data} />)}`
}
