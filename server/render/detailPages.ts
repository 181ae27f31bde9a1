import { parseDetailPath, type DetailPage } from '#contract/pages.ts'
import { type SerializedEmbeddedData, embeddedDataElementId } from '#contract/embeddedData.ts'
import { type Prerender, splitRendered, withRendered } from './renderedPage.ts'
import type { Log } from '#server/http/log.ts'

/** Reads what a detail page shows to every visitor. */
export type ReadDetail = (page: DetailPage, alias: string) => Promise<SerializedEmbeddedData>

/** Whether there is no such record, or none for visitors. */
const isEmpty = (detail: SerializedEmbeddedData) => Object.values(detail).every((item) => item === null)

/** JSON for a script element, which nothing in it can end. */
const scriptText = (detail: SerializedEmbeddedData) => JSON.stringify(detail).replaceAll('<', '\\u003c')

/**
 * Renders a reward or an event into the page that was built for all of them, and embeds its data: the first paint and clients without
 * scripts show it, and the app does not fetch it again.
 *
 * @returns completes the page of an address; returns it unchanged for other addresses, missing records, and when rendering fails
 */
export function detailPages(options: { prerender: Prerender; readDetail: ReadDetail; log: Pick<Log, 'error'> }) {
  const { prerender, readDetail, log } = options
  let lastRender: Promise<unknown> = Promise.resolve()
  // The prerender module has one active language per process, so pages are rendered one at a time.
  const enqueue = (render: () => Promise<string>): Promise<string> => {
    const result = lastRender.then(render)
    lastRender = result.catch(() => undefined)
    return result
  }
  return async (path: string, page: string): Promise<string> => {
    const address = parseDetailPath(path)
    if (address === null) return page
    try {
      const detail = await readDetail(address.page, address.alias)
      if (isEmpty(detail)) return page
      const text = scriptText(detail)
      const rendered = await enqueue(() => prerender(address.lang, path, text))
      const element = `<script type="application/json" id="${embeddedDataElementId}">${text}</script>`
      return withRendered(page, splitRendered(rendered)).replace('</body>', () => `${element}</body>`)
    } catch (error) {
      log.error(`The page ${path} could not be prerendered; the app renders it instead`, error)
      return page
    }
  }
}
