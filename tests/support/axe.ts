import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules that depend on colours; the results of the others are the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Checks the current page against WCAG 2.2 AA, with its colours in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(axeOn(page).withTags(standards), `${page.url()} in light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(axeOn(page).withRules(colourRules), `${page.url()} in dark`)
  await page.emulateMedia({ colorScheme: null })
}

/** The app has no frames: axe can run completely in the page, where by default it opens a second page for its report. */
function axeOn(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode()
}

async function expectNoViolations(axe: AxeBuilder, where: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${help} at ${target.join(' ')}: ${failureSummary ?? ''}`),
  )
  expect(found, where).toEqual([])
}
