import { detailOf, type DetailPage } from '#contract/pages.ts'
import { type SentTold, toldElement } from '#contract/told.ts'
import { type Prerender, takeApart, withRendered } from './renderedPage.ts'
import type { Log } from '#server/http/log.ts'

/** Asks what the club tells everybody of the one that a page is about. */
export type Tell = (page: DetailPage, alias: string) => Promise<SentTold>

/** Nothing where there is none, or none for everybody: a member may know of more. */
const isNothing = (told: SentTold) => Object.values(told).every((item) => item === null)

/** As the content of a script element: nothing in it can end the element. */
const scriptText = (told: SentTold) => JSON.stringify(told).replaceAll('<', '\\u003c')

/**
 * Puts what the club tells of a reward or an event into the page that was built for all of them: its words and its picture are there
 * with the first paint and for those who run no scripts, and the app need not ask for them again.
 *
 * @returns the page with it; as it was for other addresses, where there is nothing to tell, and where the telling fails
 */
export function detailPages({ prerender, tell, log }: { prerender: Prerender; tell: Tell; log: Pick<Log, 'error'> }) {
  let last: Promise<unknown> = Promise.resolve()
  // The app's language is one for the whole process: one page after the other.
  const inTurn = (render: () => Promise<string>): Promise<string> => {
    const turn = last.then(render)
    last = turn.catch(() => undefined)
    return turn
  }
  return async (path: string, page: string): Promise<string> => {
    const detail = detailOf(path)
    if (detail === null) return page
    try {
      const told = await tell(detail.page, detail.alias)
      if (isNothing(told)) return page
      const text = scriptText(told)
      const rendered = await inTurn(() => prerender(detail.lang, path, text))
      const element = `<script type="application/json" id="${toldElement}">${text}</script>`
      return withRendered(page, takeApart(rendered)).replace('</body>', () => `${element}</body>`)
    } catch (error) {
      log.error(`The page ${path} could not be rendered; the app draws it alone`, error)
      return page
    }
  }
}
