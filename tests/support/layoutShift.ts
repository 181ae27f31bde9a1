import type { Page } from '@playwright/test'

/** The layout shift since the page was opened, without shifts after user input. */
export function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) {
            const [value, recent]: unknown[] = [Reflect.get(entry, 'value'), Reflect.get(entry, 'hadRecentInput')]
            if (typeof value === 'number' && recent !== true) sum += value
          }
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames later all buffered entries have been reported.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve(sum)
          }),
        )
      }),
  )
}
