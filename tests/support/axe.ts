import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

type Options = Parameters<AxeBuilder['options']>[0]

declare global {
  /** Axe, in a page in which it is loaded. */
  var axe: { run: (options: Options) => ReturnType<AxeBuilder['analyze']> }
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours; the results of the others are the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

const require = createRequire(import.meta.resolve('@axe-core/playwright'))
const source = await readFile(require.resolve('axe-core/axe.min.js'), 'utf8')

/** Checks the current page against WCAG 2.2 AA, with its colours in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  // A page to which another has led may still be without its style sheet, which decides the size of targets.
  await page.waitForLoadState('load')
  // Nor has it a title before the app has started.
  await expect(page).toHaveTitle(/\S/)
  // Once for each document: loading axe costs as much as running it.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(source)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(page, 'light', { type: 'tag', values: standards })
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(page, 'dark', { type: 'rule', values: colourRules })
  await page.emulateMedia({ colorScheme: null })
}

/**
 * The app has no frames: axe runs completely in the page, and only the violations leave it. AxeBuilder also transfers
 * what passed, which costs more than the checks.
 */
async function expectNoViolations(
  page: Page,
  scheme: 'light' | 'dark',
  runOnly: NonNullable<Options['runOnly']>,
): Promise<void> {
  const options: Options = { runOnly, resultTypes: ['violations'] }
  const found = await page.evaluate(async (given) => {
    // A bar that sticks covers whatever is below it at this moment, which axe takes for targets that are too small:
    // people scroll.
    const bars = [...document.querySelectorAll<HTMLElement>('nav')].filter(
      (nav) => getComputedStyle(nav).position === 'sticky',
    )
    for (const bar of bars) bar.style.position = 'static'
    const { violations } = await axe.run(given)
    for (const bar of bars) bar.style.position = ''
    return violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    )
  }, options)
  expect(found, `${page.url()} in ${scheme}`).toEqual([])
}
