import { expect, type Page } from '@playwright/test'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { test } from '#tests/support/clubTest.ts'
import { viewers } from '../screens/pages.ts'

// As who has chosen text of twice the size in the browser’s settings: media queries in rem know of it, too.
test.use({ launchOptions: await chromiumLaunch({ args: ['--blink-settings=defaultFontSize=32'] }) })

/** Pages that the sheet of screenshots does not show. */
const further = {
  visitor: ['/forgot-password', '/change-password', '/registration-existing', '/scanner', '/my-scans'],
  member: [
    ['/change-password', '/account-settings', '/email-verification', '/member-detail-edit', '/membership-card'],
    ['/registration', '/registration-free', '/registration-red', '/registration-ya', '/registration-existing'],
    ['/redeem-success', '/redeem-fail', '/scan-success', '/scan-failed', '/scan-preview'],
  ].flat(),
}

/** What reaches beyond the right edge, so that the page scrolls there, the innermost first; nothing if all fits. */
function beyondEdge(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement
    if (root.scrollWidth <= innerWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (element) => element.getBoundingClientRect().right > innerWidth + 1 && element.checkVisibility(),
    )
    const names = wide
      .toReversed()
      .slice(0, 4)
      .map((element) => `${element.tagName.toLowerCase()}.${element.className} "${element.textContent.slice(0, 30)}"`)
    return [`${root.scrollWidth} pixels wide`, ...names]
  })
}

/** Links and buttons of the header that lie over each other, or are cut off. */
function crowdedHeader(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [...document.querySelectorAll('header :is(a, button)')].filter((control) =>
      control.checkVisibility(),
    )
    const boxes = controls.map((control) => control.getBoundingClientRect())
    return controls.flatMap((control, index) => {
      const one = boxes[index]
      if (!one) return []
      const isOver = boxes.some(
        (other, at) =>
          at > index &&
          one.left < other.right - 1 &&
          other.left < one.right - 1 &&
          one.top < other.bottom - 1 &&
          other.top < one.bottom - 1,
      )
      const isCut = control.scrollWidth > control.clientWidth + 1
      return isOver || isCut ? [`header: ${control.textContent}`] : []
    })
  })
}

async function findWidePages(page: Page, paths: readonly string[]): Promise<Record<string, string[]>> {
  const wide: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(`/en${path}`)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    const found = [...(await beyondEdge(page)), ...(await crowdedHeader(page))]
    if (found.length > 0) wide[path] = found
  }
  return wide
}

const pathsOf = (name: keyof typeof further) => [
  ...viewers.filter((viewer) => viewer.name === name).flatMap(({ pages }) => pages.map(({ path }) => path)),
  ...further[name],
]

test('No page of a phone scrolls sideways for a visitor whose text is twice as large', async ({
  page,
  browserErrors,
}) => {
  test.slow()
  browserErrors.allow(/status of 404 .*\/no-such-page\)$/)
  expect(await findWidePages(page, pathsOf('visitor'))).toEqual({})
})

test('No page of a phone scrolls sideways for a member whose text is twice as large', async ({
  signedInPage: page,
}) => {
  test.slow()
  expect(await findWidePages(page, pathsOf('member'))).toEqual({})
})
