import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { CompleteFor, DocumentParts, RenderPage } from '#contract/document.ts'
import type { Language } from '#contract/language.ts'
import {
  type CompletedPage,
  contentPages,
  homePage,
  listFilters,
  listPage,
  pageFileOf,
  parseCompletedPath,
} from '#contract/pages.ts'
import type { SerializedEmbeddedData } from '#contract/embeddedData.ts'
import { eventMarkup } from './eventMarkup.ts'
import { Overloaded } from '#server/gate/limiter.ts'
import { limiters } from '#server/gate/limiters.ts'
import type { PublicCache } from '#server/http/publicCache.ts'
import type { Log } from '#server/http/log.ts'

/** Reads what a page shows to every visitor. */
type ReadPageData = (page: CompletedPage & { lang: Language }) => Promise<SerializedEmbeddedData>

/** How long a page waits for its data, in milliseconds: without a database, it is sent as it was built. */
const longestWaitMs = 1000
/** The time between two reports of a failure, in milliseconds. */
const reportIntervalMs = 60_000
/** How long a drawing holds, in milliseconds: it says what is open, and until when. */
const drawingAgeMs = 60_000

/** Whether there is no such record, or none for visitors. */
const isEmpty = (data: SerializedEmbeddedData) => Object.values(data).every((item) => item === null)

/** JSON for a script element, which nothing in it can end. */
const scriptText = (data: object) => JSON.stringify(data).replaceAll('<', '\\u003c')

/** A member's home is their own. */
function completeFor({ page }: CompletedPage): CompleteFor {
  if (page === homePage) return 'visitors'
  return Object.hasOwn(contentPages, page) ? 'everybody' : null
}

/** Whether an address asks for a part of a list: the app finds it. */
const isFiltered = (search: URLSearchParams) => listFilters.some((name) => search.has(name))

/**
 * Renders what is on offer or published into the document that was built without it, and embeds its data: the
 * first paint and clients without scripts show it, and the app does not fetch it again. What an address has made up is
 * neither rendered nor kept.
 *
 * @param options.parts of the documents to complete, by file
 * @returns completes the page of an address. Returns it unchanged for other addresses, missing records, when rendering
 *   fails, when too many pages wait to be rendered, and when the data does not come.
 */
export function completePages(options: {
  renderPage: RenderPage
  parts: Readonly<Record<string, DocumentParts>>
  readData: ReadPageData
  cache: PublicCache<string | null>
  origin: string
  log: Pick<Log, 'error'>
}) {
  const { renderPage, parts, readData, cache, origin, log } = options
  const render: RenderPage = (page) =>
    limiters.pageRendering.run(async () => {
      // Between two pages, the server answers what else it was asked.
      await nextTurn()
      return renderPage(page)
    })
  let reportedAt = -Infinity
  const report = (path: string, error: unknown) => {
    if (performance.now() - reportedAt < reportIntervalMs) return
    reportedAt = performance.now()
    log.error(`The page ${path} could not be prerendered; the app renders it instead`, error)
  }

  async function make(address: CompletedPage & { lang: Language }, path: string, extent: 'whole' | 'waiting') {
    const data = await readData(address)
    const found = parts[pageFileOf(path)]
    if (isEmpty(data) || found === undefined) return null
    const { lang } = address
    const markup = eventMarkup(data, lang, origin + path)
    return await render({
      lang,
      parts: found,
      path,
      extent,
      data: scriptText(data),
      isDataEmbedded: address.page !== homePage,
      completeFor: completeFor(address),
      markup: markup && scriptText(markup),
    })
  }

  return async (path: string, search: URLSearchParams, page: string): Promise<string> => {
    const address = parseCompletedPath(path)
    if (address === null) return page
    const age = Math.floor(Date.now() / drawingAgeMs)
    const isPart = isFiltered(search)
    // The app draws it anew, from what it fetches.
    if (isPart && address.page !== listPage) return page
    const extent = isPart ? 'waiting' : 'whole'
    try {
      const completed = await Promise.race([
        cache.find(`${age} ${extent} ${path}`, () => make(address, path, extent)),
        delay(longestWaitMs, null, { ref: false }),
      ])
      return completed ?? page
    } catch (error) {
      if (!(error instanceof Overloaded)) report(path, error)
      return page
    }
  }
}
