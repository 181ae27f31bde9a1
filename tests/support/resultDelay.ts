import type { Page } from '@playwright/test'

/**
 * Notes from now on when the page changes its address, and resolves to how long after the answer to a call that was, in
 * milliseconds, by the page's own clock.
 *
 * @param path how the call's path ends
 */
export async function watchResultDelay(page: Page, path: string): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Reflect.get(globalThis, 'navigation').addEventListener(
      'currententrychange',
      () => Reflect.set(globalThis, 'addressChangedAt', performance.now()),
      { once: true },
    )
  })
  return () =>
    page.evaluate((end) => {
      const calls = performance.getEntriesByType('resource').filter(({ name }) => new URL(name).pathname.endsWith(end))
      const answer = calls.at(-1)
      const changedAt: unknown = Reflect.get(globalThis, 'addressChangedAt')
      if (!(answer instanceof PerformanceResourceTiming) || typeof changedAt !== 'number') return Number.NaN
      return changedAt - answer.responseEnd
    }, path)
}

/** What a result waits for (specification section 9), less what a browser's timer may be early. */
export const leastResultDelayMs = 298
