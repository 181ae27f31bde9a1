import { expect, type Page, test as base } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { type Proxy, startProxy } from '#tests/support/proxy.ts'
import { startServer } from '#tests/support/server.ts'

/**
 * The name of another machine, as a phone on the same network opens it: browsers trust plain HTTP only on their own
 * machine.
 */
const host = 'club.example'

/** A club at a plain HTTP address of the network, and a browser that finds it there. */
const test = base.extend<{ network: Proxy; address: string; page: Page }>({
  network: async ({ playwright: _playwright }, use) => {
    const proxy = await startProxy()
    await use(proxy)
    await proxy.close()
  },
  address: async ({ network }, use) => {
    const address = `http://${host}:${new URL(network.origin).port}`
    const server = await startServer({ origin: address })
    network.forwardTo(server.port)
    await use(address)
    await server.stop()
  },
  page: async ({ playwright }, use) => {
    const args = [`--host-resolver-rules=MAP ${host} 127.0.0.1`]
    const browser = await playwright.chromium.launch(await chromiumLaunch({ args }))
    const context = await browser.newContext({
      viewport: { width: 390, height: 844 },
      locale: 'en-HK',
      reducedMotion: 'reduce',
    })
    await use(await context.newPage())
    await browser.close()
  },
})

for (const name of ['Sign in', 'Join for free']) {
  test(`Over plain HTTP on the network, "${name}" explains the problem and what to do, before anything is sent`, async ({
    page,
    network,
    address,
  }) => {
    await page.goto(`${address}/en`)
    expect(await page.evaluate(() => isSecureContext)).toBe(false)
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page.getByText('the connection isn’t secure')).toBeVisible()
    await expect(page.getByText('Open Club Bravo at an address that begins with https://.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
    await expectAccessible(page)
    expect(network.seen.filter(({ path }) => path.startsWith('/identity'))).toEqual([])
    await page.getByRole('link', { name: 'Back to home' }).click()
    await expect(page).toHaveURL(/\/en$/)
  })
}
