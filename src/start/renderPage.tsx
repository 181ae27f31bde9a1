import { parseHTML } from 'linkedom'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PageToRender } from '#contract/document.ts'
import { writeTextsWith } from '#src/ui/content/documentText.ts'
import { Document } from './Document.tsx'

writeTextsWith((html) => {
  const { document } = parseHTML('<!doctype html><html><body></body></html>')
  document.body.innerHTML = html
  return { root: document.body, document }
})

/**
 * Renders the document of a page for visitors, as the app hydrates it. Runs in Node, at build time and in the server.
 * Not reentrant: the active language is global.
 */
export async function renderPage(page: PageToRender): Promise<string> {
  const { lang, parts, data = null, isDataEmbedded = true, completeFor = null, markup = null } = page
  // Apart: a document without a page needs nothing of the app.
  const rendered =
    page.path === null ? null : await (await import('./renderApp.tsx')).renderApp({ ...page, path: page.path })
  const embedded = isDataEmbedded ? data : null
  const document = <Document {...{ lang, parts, completeFor, markup }} page={rendered} data={embedded} />
  return `<!doctype html>${renderToStaticMarkup(document)}`
}
