import { homepagePopup, staticContents } from '#contract/content.ts'
import { listRedeemItems } from '#contract/rewards.ts'

/** What the main pages show. The worker keeps each of them as a visitor gets it. */
const contents = new RegExp(
  `^/api/.*/(?:${[staticContents, homepagePopup, listRedeemItems].map(({ path }) => path.split('/').at(-1)).join('|')})$`,
)

function isKeptByWorker(address: string): boolean {
  const { origin, pathname } = new URL(address)
  return origin === location.origin && (pathname.startsWith('/images/') || contents.test(pathname))
}

/**
 * Asks once more for what this page had fetched before there was a worker to keep it, so that one visit is enough. Pictures come from the
 * browser's own cache, contents are not sent again.
 */
export async function handOver(): Promise<void> {
  await untilIdle()
  const fetched = new Set(performance.getEntriesByType('resource').map(({ name }) => name))
  for (const address of [...fetched].filter(isKeptByWorker)) {
    // A bonus: what fails now is kept the next time that it is seen.
    await fetch(address, { credentials: 'omit' }).catch(() => undefined)
  }
}

/** Until the page has nothing better to do; at once where the browser cannot tell. */
function untilIdle(): Promise<void> {
  if (!('requestIdleCallback' in globalThis)) return Promise.resolve()
  return new Promise((resolve) => {
    requestIdleCallback(() => resolve())
  })
}
