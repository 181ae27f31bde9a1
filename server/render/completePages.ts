import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises'
import type { Language } from '#contract/language.ts'
import { type CompletedPage, listFilters, listPage, parseCompletedPath } from '#contract/pages.ts'
import { type SerializedEmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { type Prerender, splitRendered, withRendered } from './renderedPage.ts'
import { createWorkQueue } from '#server/queues/workQueue.ts'
import type { PublicCache } from '#server/http/publicCache.ts'
import type { Log } from '#server/http/log.ts'

/** Reads what a page shows to every visitor. */
export type ReadPageData = (page: CompletedPage) => Promise<SerializedEmbeddedData>

/** A page and its data. */
export interface CompletedText {
  /** The page with its data, drawn. */
  drawn: string
  /** The element that holds the data. */
  element: string
}

/**
 * How many pages wait at most while one is rendered, which takes some milliseconds: in a burst, the others are sent as
 * they were built.
 */
const maxWaiting = 8
/** How long a page waits for its data, in milliseconds: without a database, it is sent as it was built. */
const longestWaitMs = 1000
/** The time between two reports of a failure, in milliseconds. */
const reportIntervalMs = 60_000
/** How long a drawing holds, in milliseconds: it says what is open, and until when. */
const drawingAgeMs = 60_000

class TooManyPages extends Error {}

/** Whether there is no such record, or none for visitors. */
const isEmpty = (data: SerializedEmbeddedData) => Object.values(data).every((item) => item === null)

/** JSON for a script element, which nothing in it can end. */
const scriptText = (data: SerializedEmbeddedData) => JSON.stringify(data).replaceAll('<', '\\u003c')

const withElement = (page: string, element: string) => page.replace('</body>', () => `${element}</body>`)

/** Whether an address asks for a part of the list: the app finds it. */
const isFiltered = (search: URLSearchParams) => listFilters.some((name) => search.has(name))

/**
 * Renders what is on offer, a reward or an event into the page that was built without it, and embeds its data: the
 * first paint and clients without scripts show it, and the app does not fetch it again. What an address has made up is
 * neither rendered nor kept.
 *
 * @returns completes the page of an address. Returns it unchanged for other addresses, missing records, when rendering
 *   fails, when too many pages wait to be rendered, and when the data does not come.
 */
export function completePages(options: {
  prerender: Prerender
  readData: ReadPageData
  cache: PublicCache<CompletedText | null>
  log: Pick<Log, 'error'>
}) {
  const { prerender, readData, cache, log } = options
  // The prerender module has one active language per process, so pages are rendered one at a time.
  const queue = createWorkQueue({ running: 1, waiting: maxWaiting }, () => new TooManyPages())
  const render = (lang: Language, path: string, data: string) =>
    queue(async () => {
      // Between two pages, the server answers what else it was asked.
      await nextTurn()
      return prerender(lang, path, data)
    })
  let reportedAt = -Infinity
  const report = (path: string, error: unknown) => {
    if (performance.now() - reportedAt < reportIntervalMs) return
    reportedAt = performance.now()
    log.error(`The page ${path} could not be prerendered; the app renders it instead`, error)
  }

  async function make(address: CompletedPage & { lang: Language }, path: string, page: string) {
    const data = await readData(address)
    if (isEmpty(data)) return null
    const text = scriptText(data)
    const element = `<script type="application/json" id="${embeddedDataElementId}">${text}</script>`
    const rendered = splitRendered(await render(address.lang, path, text))
    return { drawn: withElement(withRendered(page, rendered), element), element }
  }

  return async (path: string, search: URLSearchParams, page: string): Promise<string> => {
    const address = parseCompletedPath(path)
    if (address === null) return page
    const age = Math.floor(Date.now() / drawingAgeMs)
    try {
      const completed = await Promise.race([
        cache.find(`${age} ${path}`, () => make(address, path, page)),
        delay(longestWaitMs, null, { ref: false }),
      ])
      if (completed === null) return page
      const isPart = address.page === listPage && isFiltered(search)
      return isPart ? withElement(page, completed.element) : completed.drawn
    } catch (error) {
      if (!(error instanceof TooManyPages)) report(path, error)
      return page
    }
  }
}
