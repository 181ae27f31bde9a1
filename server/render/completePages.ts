import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Language } from '#contract/language.ts'
import { type CompletedPage, parseCompletedPath } from '#contract/pages.ts'
import { type SerializedEmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { type Prerender, splitRendered, withRendered } from './renderedPage.ts'
import { createWorkQueue } from '#server/queues/workQueue.ts'
import type { Log } from '#server/http/log.ts'

/** Reads what a page shows to every visitor. */
export type ReadPageData = (page: CompletedPage) => Promise<SerializedEmbeddedData>

/** How many pages wait at most while one is rendered, which takes some milliseconds: in a burst, the others are sent as they were built. */
const maxWaiting = 8

class TooManyPages extends Error {}

/** Whether there is no such record, or none for visitors. */
const isEmpty = (data: SerializedEmbeddedData) => Object.values(data).every((item) => item === null)

/** JSON for a script element, which nothing in it can end. */
const scriptText = (data: SerializedEmbeddedData) => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * Renders what is on offer, a reward or an event into the page that was built without it, and embeds its data: the first paint and clients
 * without scripts show it, and the app does not fetch it again.
 *
 * @returns completes the page of an address, a path with its search (`?tier=Gold` or empty); returns it unchanged for other addresses,
 *   missing records, a search that the app itself corrects, when rendering fails, and when too many pages wait to be rendered
 */
export function completePages(options: { prerender: Prerender; readData: ReadPageData; log: Pick<Log, 'error'> }) {
  const { prerender, readData, log } = options
  // The prerender module has one active language per process, so pages are rendered one at a time.
  const queue = createWorkQueue({ running: 1, waiting: maxWaiting }, () => new TooManyPages())
  const render = (lang: Language, address: string, data: string) =>
    queue(async () => {
      // Between two pages, the server answers what else it was asked.
      await nextTurn()
      return prerender(lang, address, data)
    })
  return async (path: string, search: string, page: string): Promise<string> => {
    const address = parseCompletedPath(path)
    if (address === null) return page
    try {
      const data = await readData(address)
      if (isEmpty(data)) return page
      const text = scriptText(data)
      const rendered = await render(address.lang, path + search, text)
      if (rendered === null) return page
      const element = `<script type="application/json" id="${embeddedDataElementId}">${text}</script>`
      return withRendered(page, splitRendered(rendered)).replace('</body>', () => `${element}</body>`)
    } catch (error) {
      if (error instanceof TooManyPages) return page
      log.error(`The page ${path} could not be prerendered; the app renders it instead`, error)
      return page
    }
  }
}
