import { type CompletedPage, parseCompletedPath } from '#contract/pages.ts'
import { type SerializedEmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { type Prerender, splitRendered, withRendered } from './renderedPage.ts'
import type { Log } from '#server/http/log.ts'

/** Reads what a page shows to every visitor. */
export type ReadPageData = (page: CompletedPage) => Promise<SerializedEmbeddedData>

/** Whether there is no such record, or none for visitors. */
const isEmpty = (data: SerializedEmbeddedData) => Object.values(data).every((item) => item === null)

/** JSON for a script element, which nothing in it can end. */
const scriptText = (data: SerializedEmbeddedData) => JSON.stringify(data).replaceAll('<', '\\u003c')

/**
 * Renders what is on offer, a reward or an event into the page that was built without it, and embeds its data: the first paint and clients
 * without scripts show it, and the app does not fetch it again.
 *
 * @returns completes the page of an address, a path with its search (`?tier=Gold` or empty); returns it unchanged for other addresses,
 *   missing records, a search that the app itself corrects, and when rendering fails
 */
export function completePages(options: { prerender: Prerender; readData: ReadPageData; log: Pick<Log, 'error'> }) {
  const { prerender, readData, log } = options
  let lastRender: Promise<unknown> = Promise.resolve()
  // The prerender module has one active language per process, so pages are rendered one at a time.
  const enqueue = (render: () => ReturnType<Prerender>): ReturnType<Prerender> => {
    const result = lastRender.then(render)
    lastRender = result.catch(() => undefined)
    return result
  }
  return async (path: string, search: string, page: string): Promise<string> => {
    const address = parseCompletedPath(path)
    if (address === null) return page
    try {
      const data = await readData(address)
      if (isEmpty(data)) return page
      const text = scriptText(data)
      const rendered = await enqueue(() => prerender(address.lang, path + search, text))
      if (rendered === null) return page
      const element = `<script type="application/json" id="${embeddedDataElementId}">${text}</script>`
      return withRendered(page, splitRendered(rendered)).replace('</body>', () => `${element}</body>`)
    } catch (error) {
      log.error(`The page ${path} could not be prerendered; the app renders it instead`, error)
      return page
    }
  }
}
