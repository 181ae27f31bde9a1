import * as v from 'valibot'
import type { Language } from './language.ts'

/**
 * What a document is made of besides its page: addresses of files, and texts that stand in it. The build knows them.
 */
export const DocumentParts = v.object({
  /** The app's own module. */
  entry: v.string(),
  /** The modules that it imports on this page. */
  modules: v.array(v.string()),
  /** The style sheets of the page. */
  sheets: v.array(v.string()),
  /** Their text: inline, so that the first paint waits for no request. */
  style: v.string(),
  /** The same of what is below the first view: after the page, so that the first paint does not wait for it either. */
  laterStyle: v.string(),
  /** The inline script, which the Content-Security-Policy allows by its hash. */
  script: v.string(),
  /** The fonts of headings: they are there at the first paint, so that nothing shifts. */
  fonts: v.array(v.string()),
})
export type DocumentParts = v.InferOutput<typeof DocumentParts>

/** Who sees no more on a page than its document has; null if the app alone draws some part of it. */
export type CompleteFor = 'everybody' | 'visitors' | null

/** A document to render. */
export interface PageToRender {
  lang: Language
  parts: DocumentParts
  /** The path within the app, language first. Null: the page without a language. */
  path: string | null
  /**
   * How much of the page. waiting: without the data that the document brings, for an address that filters a list.
   * skeleton: of a record that is not known yet, without elements of the head. chrome: of pages that only the app
   * knows.
   */
  extent?: 'whole' | 'waiting' | 'skeleton' | 'chrome'
  /** The page's answer (`embeddedData.ts`) as JSON. */
  data?: string | null
  /** Whether the app gets that answer with the page, and need not fetch it. */
  isDataEmbedded?: boolean
  completeFor?: CompleteFor
  /** What the page says to search engines (schema.org), as JSON. */
  markup?: string | null
}

/** The function of src/start/renderPage.tsx. */
export type RenderPage = (page: PageToRender) => Promise<string>
