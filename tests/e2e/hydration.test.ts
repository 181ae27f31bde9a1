import { expect, type Page } from '@playwright/test'
import { prerenderedPages } from '#contract/pages.ts'
import { test } from '#tests/support/clubTest.ts'
import { fillSignIn, forgetVisit, openBeforeTheApp, openHome, signOut } from '#tests/support/pageActions.ts'

const addresses = [
  ...Object.keys(prerenderedPages).map((page) => `/en/${page}`.replace(/\/$/, '')),
  '/tc/reward-list?utm_source=mail',
  '/en/membership-card',
  '/en/reward-detail/concert-tote',
  '/sc/event/sing-hallelujah',
]

/** Lets every document of a page note the formatters of `Intl` that it makes. */
async function watchFormatters(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const made: unknown[] = []
    Object.assign(window, { made })
    const construct = (formatter: new () => object, ...rest: [[], new () => object]) => {
      made.push(formatter.name)
      return Reflect.construct(formatter, ...rest)
    }
    for (const name of ['NumberFormat', 'DateTimeFormat', 'RelativeTimeFormat'] as const)
      Object.assign(Intl, { [name]: new Proxy<new () => object>(Intl[name], { construct }) })
  })
}

/** What `watchFormatters` has noted. */
const formatters = (page: Page) => page.evaluate((): unknown => Object.getOwnPropertyDescriptor(window, 'made')?.value)

test('The app takes over the elements of the document, which fits without a warning, and without a formatter', async ({
  page,
  club,
}) => {
  await watchFormatters(page)
  for (const address of addresses)
    await test.step(address, async () => {
      await forgetVisit(page)
      const app = await openBeforeTheApp(page, club, address)
      const heading = await page.locator('h1').first().elementHandle()
      const menu = await page.getByRole('button', { name: /Menu|選單|菜单/ }).elementHandle()
      app.release()
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      for (const element of [heading, menu])
        expect.soft(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true)
      await expect.soft(page.locator('head title')).toHaveCount(1)
      // The first one costs a slow phone a fifth of a second.
      expect.soft(await formatters(page)).toEqual([])
      await menu?.click()
      await expect(page.getByRole('dialog')).toBeVisible()
    })
})

test('A button that is pressed while the app starts does its work, and a search is that of a form', async ({
  page,
  club,
}) => {
  for (const address of ['/en', '/en/registration'])
    await test.step(`A button that is pressed before the app has started does its work once it has: ${address}`, async () => {
      await forgetVisit(page)
      const app = await openBeforeTheApp(page, club, address)
      await page.getByRole('button', { name: 'Menu' }).click()
      app.release()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    })

  for (const address of ['/en', '/en/reward-list?q=tote'])
    await test.step(`A button that is pressed just when the app takes over does its work: ${address}`, async () => {
      await forgetVisit(page)
      const app = await openBeforeTheApp(page, club, address)
      await page.evaluate(() => {
        let kept: HTMLElement | null | undefined
        Object.defineProperty(document, 'earlyPress', {
          get: () => kept,
          set(pressed: HTMLElement | null) {
            kept = pressed
            // From now on, the app answers.
            if (pressed === null)
              queueMicrotask(() => document.querySelector<HTMLElement>('[aria-label="Menu"]')?.click())
          },
        })
      })
      app.release()
      await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
    })

  for (const [address, text, found] of [
    ['/en/reward-list', 'tote', 'Showing 1 result'],
    ['/en/faq', 'signal', /\d questions? found/],
  ] as const)
    await test.step(`A search works before the app has started, as a form does: ${address}`, async () => {
      await forgetVisit(page)
      const app = await openBeforeTheApp(page, club, address)
      await page.getByRole('searchbox').fill(text)
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(new RegExp(`${address}\\?q=${text}`))
      app.release()
      await expect(page.getByText(found)).toBeVisible()
      await expect(page.getByRole('searchbox')).toHaveValue(text)
    })
})

test('What is typed into a page that is loaded again stays', async ({ page, club }) => {
  for (const [address, found, ownAddress] of [
    ['/en/reward-list', 'Showing 1 result', /\/en\/reward-list\?q=tote$/],
    ['/en/reward-list?tier=Gold', /Showing \d result|Nothing/, /q=tote&tier=Gold|tier=Gold&q=tote/],
    ['/en/faq', 'No questions found', /\/en\/faq\?q=tote$/],
  ] as const)
    await test.step(address, async () => {
      await page.goto(address)
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      const app = club.proxy.hold({ path: /\/assets\/club-.*\.js$/ })
      const browser = await page.context().newCDPSession(page)
      await browser.send('Network.clearBrowserCache')
      await page.reload({ waitUntil: 'commit' })
      await app.arrived
      await page.getByRole('searchbox').fill('tote')
      app.release()
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      await expect(page.getByRole('searchbox')).toHaveValue('tote')
      await expect(page.getByText(found)).toBeVisible()
      await expect(page).toHaveURL(ownAddress)
    })
})

test('A field that is focused just before the app draws the page anew takes what is typed next', async ({
  page,
  club,
}) => {
  // Between what the app has captured and its first frame.
  await page.addInitScript(() => {
    const create = document.createElement.bind(document)
    let isFocused = false
    document.createElement = (name: string, options?: ElementCreationOptions) => {
      if (name === 'search' && !isFocused) {
        isFocused = true
        document.querySelector<HTMLElement>('[data-prerendered] [type=search]')?.focus()
      }
      return create(name, options)
    }
  })
  const app = await openBeforeTheApp(page, club, '/en/reward-list?q=x')
  app.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await page.keyboard.type('tote')
  await expect(page.getByRole('searchbox')).toHaveValue(/tote/)
})

test('A language that is chosen before the app has started is remembered, and the place in the page stays', async ({
  page,
  club,
}) => {
  const app = await openBeforeTheApp(page, club, '/en/terms-and-conditions?utm_source=mail#privacy')
  await page.getByRole('link', { name: '繁體中文' }).click({ noWaitAfter: true })
  await expect(page).toHaveURL('/tc/terms-and-conditions?utm_source=mail#privacy')
  app.release()
  await page.goto('/')
  await expect(page).toHaveURL('/tc')
})

test('Who signs in before the app has started comes back to the page', async ({ page, club, member }) => {
  const app = await openBeforeTheApp(page, club, '/en/faq')
  await page
    .getByRole('banner')
    .getByRole('link', { name: 'Sign in' })
    .evaluate((link: HTMLElement) => link.click())
  app.release()
  await fillSignIn(page, member)
  await expect(page).toHaveURL('/en/faq')
})

test('A sign-out in another tab while a page starts leaves what the document shows', async ({
  signedInPage: page,
  context,
  club,
}) => {
  const other = await context.newPage()
  // A call that is on its way during a sign-out is refused.
  await other.goto('/en/member-detail', { waitUntil: 'networkidle' })
  const route = club.proxy.hold({ path: /\/details-.*\.js$/ })
  await page.goto('/en/reward-detail/concert-tote', { waitUntil: 'commit' })
  await route.arrived
  // The app has read the document's data, and waits for the code of the page.
  await page.waitForFunction(() => {
    const { __TSR_ROUTER__: router } = window
    return router?.state.isLoading === true
  })
  await signOut(other)
  const name = await page.getByRole('heading', { level: 1 }).elementHandle()
  route.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  expect(await name?.evaluate(({ isConnected }) => isConnected)).toBe(true)
  await expect(page.getByRole('main').getByRole('link', { name: 'Join for free' })).toBeVisible()
})

test('A member’s page starts whatever has the focus, or is held', async ({ signedInPage: page, club, member }) => {
  await test.step('A member’s first page leaves the focus alone', async () => {
    await openHome(page, member)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true)
  })

  await test.step('A control that stays held keeps no member from the app', async () => {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')
    const app = await openBeforeTheApp(page, club, '/en/faq')
    await page.getByRole('button', { name: 'Menu' }).hover()
    await page.mouse.down()
    app.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.mouse.up()
  })
})
