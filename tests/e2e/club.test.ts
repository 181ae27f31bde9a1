import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { navigateWithin } from '#tests/support/deployments.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { refusal } from '#tests/support/faults.ts'
import { boxOf, untilOfflineReady } from '#tests/support/pageActions.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

const desktop = { width: 1440, height: 900 }

const heading = (page: Page, name: string) => page.getByRole('main').getByRole('heading', { name, exact: true })

/** Whether a place is in sight, and not behind the header that stays. */
async function expectReached(place: Locator): Promise<void> {
  await expect(place).toBeInViewport()
  const header = await boxOf(place.page().getByRole('banner'))
  await expect.poll(async () => (await place.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(header.y + header.height)
}

test('An address with a chapter’s anchor leads to it, even when the contents load late, in every language', async ({
  page,
  club,
}) => {
  const contents = club.proxy.hold({ path: /\/static-contents$/ })
  await page.setViewportSize(desktop)
  await page.goto('/en/whats-club-bravo#enjoy-discount-at-urbtix')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is Club Bravo?')
  await expectReached(heading(page, 'Discounts at URBTIX'))
  await contents.arrived
  contents.release()
  await expectReached(heading(page, 'Discounts at URBTIX'))
  const chapters = page.getByRole('navigation', { name: 'On this page' }).getByRole('link')
  await expect(chapters).toHaveText([
    'Membership tiers',
    'Members’ privileges',
    'Discounts at URBTIX',
    'Standard Chartered Cathay Mastercard',
  ])
  await expect(chapters.and(page.locator('[aria-current]'))).toHaveText(['Discounts at URBTIX'])
  await page.getByRole('link', { name: '繁' }).click()
  await expect(page).toHaveURL(/\/tc\/whats-club-bravo#enjoy-discount-at-urbtix$/)
  await expect(page.locator('#enjoy-discount-at-urbtix')).toBeInViewport()
})

test('A chapter can be reached with only the keyboard, and Tab continues from there', async ({ page }) => {
  await page.setViewportSize(desktop)
  await page.goto('/en/whats-club-bravo')
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Members’ privileges' })
    .focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/#members-privileges$/)
  await expectReached(heading(page, 'Members’ privileges'))
  await page.keyboard.press('Tab')
  await expect(page.locator('#members-privileges :focus')).toHaveCount(1)
})

test('The main link leads from home to how it works, and from there to the scanner', async ({ page }) => {
  for (const [lang, name, firstStep] of [
    ['en', 'How it works', 'Your ticket is worth more than a seat'],
    ['tc', '了解如何使用', '一張門票，不止一個座位'],
    ['sc', '了解使用方法', '一张门票，不只是一个座位'],
  ] as const) {
    await page.goto(`/${lang}`)
    await page.getByRole('main').getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/${lang}/how-to$`))
    const step = page.getByRole('region', { name: firstStep })
    await expect(step.getByRole('paragraph').first()).toBeVisible()
    await expect(page.getByRole('main').locator(`a[href="/${lang}/how-to"]`)).toHaveCount(0)
    await expect(step.getByRole('link')).toHaveAttribute('href', `/${lang}/scan-intro`)
  }
})

test('A search finds questions by words in any language, stays in the address, and offers alternatives if it finds nothing', async ({
  page,
}) => {
  await page.goto('/en/faq')
  const field = page.getByRole('searchbox', { name: 'Search the questions' })
  const questions = page.getByRole('main').locator('button[aria-expanded]')
  await expect(questions).toHaveCount(29)
  await field.pressSequentially('waiting list ')
  await expect(page.getByText('1 question found')).toBeVisible()
  await expect(field).toHaveValue('waiting list ')
  await expect(questions).toHaveText(['The event is full. What is the waiting list?'])
  await expect(page).toHaveURL(/\/en\/faq\?q=waiting\+list$/)
  await page.reload()
  await expect(field).toHaveValue('waiting list')
  await expect(questions).toHaveCount(1)
  await field.fill('候補')
  await expect(questions).toHaveText(['The event is full. What is the waiting list?'])
  await field.fill('bassoonist')
  await expect(page.getByRole('heading', { name: 'No answers found' })).toBeVisible()
  await expectAccessible(page)
  const contact = page.getByRole('main').getByRole('link', { name: 'Contact us' }).first()
  await expect(contact).toHaveAttribute('href', '/en/contact-us')
  await field.press('Escape')
  await expect(questions).toHaveCount(29)
  await expect(page).toHaveURL(/\/en\/faq$/)
})

test('Whoever searches the questions for a forgotten password finds the way to a new one', async ({ page }) => {
  const questions = { en: ['password', 'I’ve forgotten'], tc: ['密碼', '忘記了'], sc: ['密码', '忘记'] } as const
  for (const [lang, [word, says]] of Object.entries(questions)) {
    await page.goto(`/${lang}/faq?q=${encodeURIComponent(word)}`)
    await page.getByRole('button', { name: says, expanded: false }).click()
    const link = page.getByRole('main').locator(`a[href="/${lang}/forgot-password"]`)
    await expect(link).toBeVisible()
  }
})

test('A printed page has the answers that are closed on the screen', async ({ page }) => {
  await page.goto('/en/faq')
  const answer = page.locator('#events-waiting-list').getByRole('paragraph', { includeHidden: true }).first()
  await expect(page.getByRole('main').locator('button[aria-expanded]')).toHaveCount(29)
  const isDrawn = () => answer.evaluate((element) => element.checkVisibility())
  expect(await isDrawn()).toBe(false)
  await page.emulateMedia({ media: 'print' })
  expect(await isDrawn()).toBe(true)
})

test('A search’s only match is open until the search is cleared, and questions that the reader opened stay open', async ({
  page,
}) => {
  await page.goto('/en/faq?q=waiting+list')
  const field = page.getByRole('searchbox', { name: 'Search the questions' })
  const question = page.getByRole('button', { name: 'The event is full. What is the waiting list?' })
  const open = page.getByRole('main').getByRole('button', { expanded: true })
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await expect(page.locator('#events-waiting-list').getByRole('paragraph').first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(page.getByRole('main').locator('button[aria-expanded]')).toHaveCount(29)
  await expect(open).toHaveCount(0)
  await expect(page.locator('#events-waiting-list [hidden=until-found]')).toHaveCount(1)

  await question.click()
  await field.fill('waiting list')
  await expect(page.getByText('1 question found')).toBeVisible()
  await field.press('Escape')
  await expect(page.getByRole('main').locator('button[aria-expanded]')).toHaveCount(29)
  await expect(open).toHaveText(['The event is full. What is the waiting list?'])
})

test('An address with a question’s anchor opens it in every language, and its link can be copied', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/en/faq#events-waiting-list')
  const question = page.getByRole('button', { name: 'The event is full. What is the waiting list?' })
  await expect(question).toHaveAttribute('aria-expanded', 'true')
  await expectReached(question)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Copy link to this answer' }).click()
  await expect(page.getByRole('button', { name: 'Link copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  await question.press('Enter')
  await expect(question).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('link', { name: '简' }).click()
  await expect(page).toHaveURL(/\/sc\/faq#events-waiting-list$/)
  await expect(page.locator('#events-waiting-list').getByRole('button').first()).toBeInViewport()
})

test('Missing translations fall back to the next language and are marked with it, and editors’ scripts never run', async ({
  page,
  club,
}) => {
  const texts = {
    name: { en: 'May I bring a dog?', tc: '可以帶狗嗎？' },
    content: { en: 'Harmless<script>globalThis.ran = 1</script><img src="x" onerror="globalThis.ran = 1">' },
  }
  await withEntry(club.db, { group: 'faq', key: 'points-when' }, { texts }, async () => {
    await page.goto('/sc/faq#points-when')
    const entry = page.locator('#points-when')
    await expect(entry.locator('[lang=zh-Hant-HK]')).toHaveText('可以帶狗嗎？')
    // What is no Markdown is shown as it is written.
    await expect(entry.locator('[lang=en]')).toHaveText(texts.content.en)
    await expect(entry.locator('script, img')).toHaveCount(0)
    expect(await page.evaluate(() => Reflect.get(globalThis, 'ran'))).toBeUndefined()
    await expectAccessible(page)
  })
})

test('A page that is shown in another language before the contents have come waits for them', async ({
  page,
  club,
}) => {
  const contents = club.proxy.hold({ path: /\/static-contents$/ })
  await page.goto('/tc/faq')
  const questions = page.getByRole('main').locator('button[aria-expanded]')
  await expect(questions).toHaveCount(29)
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)
  await page.getByRole('banner').getByRole('link', { name: 'EN' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Questions and answers')
  await expect(questions).toHaveCount(0)
  await contents.arrived
  contents.release()
  await expect(questions).toHaveCount(29)
  await expect(questions.first()).toContainText('How many points')
})

/** Contents that are empty or unreadable. */
function emptied(body: string): string {
  const sent: unknown = JSON.parse(body)
  return JSON.stringify({ ...Object(sent), static_pages: [], faq: [], tnc: 'broken', tutorial: null, club_links: [] })
}

test('Empty groups show a message', async ({ page, club }) => {
  club.proxy.fault({ path: /\/static-contents$/ }, { kind: 'rewrite', change: emptied })
  for (const pathname of ['whats-club-bravo', 'how-to', 'faq', 'contact-us', 'terms-and-conditions']) {
    await page.goto(`/en/${pathname}/`)
    await expect(page.getByRole('heading', { name: 'This page isn’t ready yet' })).toBeVisible()
  }
})

test('The contact page says when somebody is there today', async ({ page }) => {
  await page.goto('/en/contact-us')
  const weekday = new Date(Date.now() + 8 * 60 * 60_000).getUTCDay()
  const isOpen = weekday > 0 && weekday < 6
  await expect(page.getByRole('main')).toContainText(isOpen ? 'Today: 10:00 to 18:00' : 'Closed today')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('Home and the pages about the club can be read whole, and say in each language what needs them', async ({
    page,
  }) => {
    for (const [path, says] of [
      ['/en', 'What members are saving their points for.'],
      ['/tc', '會員正為這些獎賞儲積分。'],
      ['/en/whats-club-bravo', 'Members can also register for events.'],
      ['/sc/terms-and-conditions', '积分'],
      ['/tc/contact-us', 'club@example.org'],
    ] as const) {
      await page.goto(path)
      await expect(page.getByRole('main')).toContainText(says)
    }
    const response = await page.goto('/tc/faq')
    const answer = page.locator('#events-waiting-list').getByRole('paragraph').first()
    await expect(answer).toBeVisible()
    // A browser that is driven without scripts still hides what is for those without.
    const [, said = ''] = /<noscript>(.*?)<\/noscript>/s.exec((await response?.text()) ?? '') ?? []
    for (const sentence of ['To sign in, scan tickets', '如要登入、掃描門票', '要登录、扫描门票'])
      expect(said).toContain(sentence)
  })
})

test.describe('with the worker', () => {
  test.use({ serviceWorkers: 'allow' })

  test('With the server down a first visit says so and retries; a later visit shows cached contents, also offline', async ({
    page,
    club,
    browserErrors,
  }) => {
    browserErrors.allow(failedRequests)
    const endFault = club.proxy.fault({ path: /\/static-contents$/ }, refusal(503))
    await page.goto('/en/scan-intro')
    await navigateWithin(page, '/en/contact-us')
    await expect(page.getByText('We couldn’t load this page’s content')).toBeVisible()
    endFault()
    await page.getByRole('button', { name: 'Try again' }).click()
    const mail = page.getByRole('main').getByRole('link', { name: 'club@example.org' })
    await expect(mail).toHaveAttribute('href', 'mailto:club@example.org')
    await expect(page.getByRole('main').getByRole('link', { name: '+852 0000 2026' })).toHaveAttribute(
      'href',
      'tel:+85200002026',
    )
    await untilOfflineReady(page)
    club.proxy.fault({ path: /\/static-contents$/ }, refusal(503))
    await page.reload()
    await expect(mail).toBeVisible()
    await expect(page.getByText(/Last updated /)).toBeVisible()
    await club.proxy.goOffline()
    await page.goto('/en/terms-and-conditions#disclaimer')
    await expectReached(heading(page, 'Disclaimer'))
  })
})
test('A member is not asked to join again', async ({ signedInPage: page }) => {
  await page.goto('/en/join-club-bravo')
  await expect(page.getByText('You’re already a member.')).toBeVisible()
  await expect(page.getByRole('main').getByRole('link', { name: 'Join for free' })).toHaveCount(0)
  const upgrade = page.getByRole('link', { name: 'Become a Red member', exact: true })
  await expect(upgrade).toHaveAttribute('href', '/en/registration-red')
  await page.getByText('I have an invitation, a partner’s card or an earlier membership').click()
  const link = page.getByRole('link', { name: 'Link my membership' })
  await expect(link).toHaveAttribute('href', '/en/registration-existing')
  await page.getByRole('main').getByRole('link', { name: 'Go to your account' }).click()
  await expect(page).toHaveURL(/\/en\/member-detail$/)
})
