import { expect, type Page } from '@playwright/test'
import { test } from '#tests/support/clubTest.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { forgetVisit, openBeforeTheApp } from '#tests/support/pageActions.ts'
import { restoreState } from '#tests/support/storedState.ts'

test('Home loads no code for signing in or scanning, and its rewards align', async ({ page }) => {
  await test.step('Home does not load the code for signing in, verifying an address or scanning', async () => {
    await page.goto('/en')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    // The network may be idle before the app has started.
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.waitForLoadState('networkidle')
    const scripts = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith('.js')),
    )
    expect(scripts.length).toBeGreaterThan(2)
    expect(
      scripts.filter((path) =>
        /\/(?:login|renew|provider|oidc|VerifyEmail|email-verification|ScanGate|scan-|scanner)/.test(path),
      ),
    ).toEqual([])
  })

  await test.step('Rewards side by side on home align, with badges or without', async () => {
    const cards = page.getByLabel('Rewards', { exact: true }).getByRole('article')
    await expect(cards).toHaveCount(6)
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const places = await cards.evaluateAll((articles) =>
        articles.map((article) => {
          const box = (selector: string) => article.querySelector(selector)?.getBoundingClientRect()
          return [box('picture')?.bottom, box('h3')?.top, box('data')?.bottom, article.getBoundingClientRect().bottom]
        }),
      )
      expect(new Set(places.map((place) => place.map((y) => Math.round(y ?? 0)).join(' '))).size).toBe(1)
    }
  })
})

test('A visitor is asked to join while the app is still loading, whose click is not lost, and a member is not', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const open = (path: string) => openBeforeTheApp(page, club, path)
  const join = page.getByRole('main').getByRole('link', { name: 'Join for free' })

  await test.step('A visitor is asked to join while the app is still loading', async () => {
    const script = await open('/en')
    await expect(page.getByRole('main').getByText('Join for free')).toBeVisible()
    await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
    script.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  })

  for (const path of ['/en', '/en/reward-detail/concert-tote'])
    await test.step(`A click on Join before the app has loaded is not lost, on ${path}`, async () => {
      await forgetVisit(page)
      const script = await open(path)
      await join.click()
      script.release()
      await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
    })

  await test.step('A member is not asked to join while the app is still loading', async () => {
    await forgetVisit(page)
    await page.evaluate(() => localStorage.setItem('jwt-token', 'of a member'))
    const script = await open('/en')
    await expect(page.getByRole('main').getByText('Join for free')).toBeVisible({ visible: false })
    await expect(page.locator('#root')).toHaveAttribute('data-prerendered')
    script.release()
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  })
})

test('A page of which only the app knows shows that something comes', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await page.setViewportSize({ width: 390, height: 844 })
  const script = await openBeforeTheApp(page, club, '/en/campaign/none')
  const placeholder = () =>
    page.getByRole('main').evaluate((main) => {
      const { content, inlineSize, opacity } = getComputedStyle(main, '::before')
      return content === 'none' || opacity !== '1' ? 0 : parseFloat(inlineSize)
    })
  await expect.poll(placeholder).toBeGreaterThan(300)
  script.release()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await placeholder()).toBe(0)
})

test('A member’s home always has its heading', async ({
  signedInPage: page,
  browser,
  baseURL,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  // The same member with nothing of the app at hand yet.
  const context = await browser.newContext({
    baseURL: baseURL ?? club.origin,
    serviceWorkers: 'block',
  })
  await restoreState(context, await page.context().storageState({ indexedDB: true }))
  const fresh = await context.newPage()
  const welcome = club.proxy.hold({ path: /\/assets\/home-.*\.js$/ })
  await fresh.goto('/tc', { waitUntil: 'commit' })
  await welcome.arrived
  await expect(fresh.locator('#root')).toHaveAttribute('data-prerendered')
  await expect(fresh.locator('h1')).toHaveCount(1)
  welcome.release()
  await expect(fresh.getByRole('heading', { level: 1 })).toContainText(member.firstName)
  await context.close()
})

test('The focus stays when the app mounts over the prerendered page', async ({ page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const script = await openBeforeTheApp(page, club, '/en/contact-us')
  const link = page.getByRole('contentinfo').getByRole('link', { name: 'Disclaimer' })
  await link.focus()
  script.release()
  await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
  await expect(link).toBeFocused()
})

test('A page requests no app code before first paint, and no style sheet twice', async ({ page, club }) => {
  for (const path of ['/en', '/tc/faq', '/sc/reward-list', '/en/reward-detail/concert-tote', '/tc/scan-intro']) {
    const html = await (await fetch(club.origin + path)).text()
    expect(html, path).toContain('<style>')
    expect(html, path).not.toMatch(/<script[^>]* src=|\srel="(?:stylesheet|modulepreload)"/)
    // At a script in the body, the browser would draw a frame with what it has until then, and once more with the rest.
    expect(html.split('</head>').at(-1), path).not.toContain('<script>')
    expect(html.match(/<script>/g), path).toHaveLength(1)
    await page.goto(path)
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.waitForLoadState('networkidle')
    const inlined = [...html.matchAll(/<link data-rel="stylesheet" disabled="" href="([^"]+)"\/>/g)].map(
      ([, href]) => href,
    )
    const fetched = await page.evaluate(() =>
      performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname),
    )
    expect(inlined.length, path).toBeGreaterThan(0)
    expect(
      fetched.filter((address) => inlined.includes(address)),
      path,
    ).toEqual([])
    expect(
      fetched.some((address) => /\/assets\/club-.*\.js$/.test(address)),
      path,
    ).toBe(true)
  }
})

/** Without a pause: what the app leaves for later comes by itself after three seconds. */
const untilStarted = (page: Page) => page.waitForFunction(() => document.querySelector('#root:not([data-prerendered])'))

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('What is below the first view is drawn when the visitor scrolls, and after a while without', async ({
    page,
  }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const contents = page.getByRole('heading', { name: 'What Club Bravo offers you' })
    await page.goto('/en')
    await untilStarted(page)
    expect(fetched.filter((url) => url.includes('/static-contents'))).toEqual([])
    await page.mouse.wheel(0, 10)
    await expect(contents).toBeVisible()
    await page.reload()
    await expect(contents).toBeVisible()
    await expect(page.getByRole('link', { name: 'See all rewards' })).toBeVisible()
  })

  test('Skeletons breathe as one, and not before a page has had time to start', async ({ page, club }) => {
    club.proxy.fault({ path: /\/static-contents$/ }, { kind: 'silence' })
    await page.goto('/en/faq?q=points')
    await untilStarted(page)
    const delays = await page.evaluate(() => document.getAnimations().map(({ effect }) => effect?.getTiming().delay))
    expect(delays).toEqual([1000])
  })

  test('A visitor’s page starts what runs in the background when it is used, and after a while without', async ({
    page,
  }) => {
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const background = () => fetched.filter((url) => /\/assets\/background-.*\.js$/.test(url)).length
    await page.goto('/en/scan-intro')
    await untilStarted(page)
    expect(background()).toBe(0)
    await page.keyboard.press('Tab')
    await expect.poll(background).toBe(1)
    await page.reload()
    await expect.poll(background).toBe(2)
  })
})
