import { expect, type Page } from '@playwright/test'
import * as v from 'valibot'
import { languages } from '#contract/language.ts'
import { manifestFile } from '#contract/pages.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { offerInstallation } from '#tests/support/installation.ts'
import { chooseFile, openHome, scanAndConfirm, untilOfflineReady } from '#tests/support/pageActions.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { type IssuedTicket, issueTicket } from '#tests/support/tickets.ts'

const AppManifest = v.object({ url: v.string(), errors: v.array(v.unknown()), data: v.string() })
const Installability = v.object({ installabilityErrors: v.array(v.looseObject({ errorId: v.string() })) })

installedTest(
  'The browser can install the app in each language, and gets its manifest offline as well',
  async ({ page, club, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await page.goto('/en')
    await untilOfflineReady(page)
    const session = await page.context().newCDPSession(page)
    for (const network of ['online', 'offline'] as const) {
      if (network === 'offline') await club.proxy.goOffline()
      for (const lang of languages) {
        await page.goto(`/${lang}`)
        await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
        const { url, errors, data } = v.parse(AppManifest, await session.send('Page.getAppManifest'))
        expect({ path: new URL(url).pathname, errors }).toEqual({ path: manifestFile(lang), errors: [] })
        expect(data).toContain(`"/${lang}/scanner"`)
        const { installabilityErrors } = v.parse(Installability, await session.send('Page.getInstallabilityErrors'))
        // Playwright's contexts count as incognito in a whole Chromium, and not in the headless shell.
        expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
      }
    }
  },
)

/** Scans a ticket, and confirms it. */
async function earnPoints(page: Page, { code }: IssuedTicket): Promise<void> {
  await scanAndConfirm(page, code)
}

const offer = (page: Page) => page.getByRole('heading', { name: 'Keep Club Bravo one tap away' })

test('The app is offered for installation after the first points, once a month, and the browser’s prompt installs it', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await openHome(page, member)
  await page.evaluate(offerInstallation)
  await expect(offer(page)).toHaveCount(0)
  // Without loading a page, so that the browser's offer stays.
  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Scan' }).click()
  const { code } = await issueTicket(club.db)
  await chooseFile(page, pictureOf(code))
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(offer(page)).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Install' }).click()
  await expect(page.getByRole('heading', { name: 'Club Bravo is being installed' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-prompts', '1')
  await page.goto('/en/member-detail')
  await expect(page.getByRole('heading', { name: 'On this device' })).toBeVisible()

  await earnPoints(page, await issueTicket(club.db))
  await page.evaluate(offerInstallation)
  await expect(page.getByRole('link', { name: 'Scan another ticket' })).toBeVisible()
  await expect(offer(page)).toHaveCount(0)
})

test.describe('On an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
  })

  test('The steps of the browser’s own menu are drawn; in hall mode nothing is offered', async ({
    signedInPage: page,
    club,
  }) => {
    await page.goto('/en/scanner')
    await page.evaluate(() => localStorage.setItem('club-bravo.scanner', JSON.stringify({ hall: true })))
    await earnPoints(page, await issueTicket(club.db))
    await expect(page.getByRole('link', { name: 'Scan another ticket' })).toBeVisible()
    await expect(offer(page)).toHaveCount(0)
    await page.evaluate(() => localStorage.setItem('club-bravo.scanner', JSON.stringify({ hall: false })))
    await earnPoints(page, await issueTicket(club.db))
    await page.getByRole('button', { name: 'Install' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3)
    await expectAccessible(page)
  })
})

installedTest('After an update the app says once what is new for a member', async ({ signedInPage: page }) => {
  await page.goto('/en')
  await untilOfflineReady(page)
  await page.evaluate(() => localStorage.setItem('club-bravo.release', '0'))
  await page.reload()
  await expect(page.getByText('What’s new')).toBeVisible()
  await page.reload()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('club-bravo.release'))).not.toBe('0')
  await expect(page.getByText('What’s new')).toHaveCount(0)
})
