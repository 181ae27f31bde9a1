import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules among them that look at colours; what the others look at is the same in light and in dark. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** Holds the page, as it stands, against WCAG 2.2 AA, and its colours in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNoViolations(axeOn(page).withTags(standards), `${page.url()} in light`)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNoViolations(axeOn(page).withRules(colourRules), `${page.url()} in dark`)
  await page.emulateMedia({ colorScheme: null })
}

/** The app has no frames: all of axe can run in the page, where by default a second page is opened for its report. */
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
