import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { fillSignIn, forgetVisit, signInFromPage } from '#tests/support/pageActions.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { type Fault, refusal } from '#tests/support/faults.ts'
import { translationsOf } from '#tests/support/translations.ts'

const gatewayPage = {
  kind: 'answer',
  status: 404,
  headers: { 'content-type': 'text/html' },
  body: '<h1>Not found</h1>',
} as const satisfies Fault

test('A member is known at the entry, signs in after a wrong password, and out in every tab', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await test.step('Whoever has an account is known at the entry, and signs in with the address filled in', async () => {
    await page.goto('/en/registration')
    await page.getByRole('textbox', { name: 'Email address or mobile number' }).fill(member.email)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/identity\//)
    await expect(page.getByLabel('Email address')).toHaveValue(member.email)
  })

  await page.goto('/en')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByLabel('Email address')).toBeVisible()
  await expectAccessible(page)

  await test.step('A wrong password shows a message that reveals nothing more', async () => {
    browserErrors.expectNone()
    browserErrors.allow(failedRequests)
    await page.getByLabel('Email address').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill('not the password')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Incorrect email or password.')).toBeVisible()
    await expectAccessible(page)
    browserErrors.expectNone()
    browserErrors.forget()
  })

  await test.step('A member signs in by the code flow with PKCE, and no token shows in an address', async () => {
    await page.getByLabel('Email address').fill(member.email)
    await page.getByLabel('Password', { exact: true }).fill(member.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    await expectAccessible(page)

    const token = await page.evaluate(() => localStorage.getItem('jwt-token'))
    expect(token).toBeTruthy()
    expect(addresses.some((address) => address.includes('code_challenge_method=S256'))).toBe(true)
    expect(addresses.filter((address) => address.includes(token ?? 'none') || address.includes('id_token='))).toEqual(
      [],
    )
    expect(club.server.output()).not.toContain(token)
  })

  await test.step('Signing out in one tab signs the other out too', async () => {
    // A call that is under way while the sign-in ends is refused.
    browserErrors.allow(/status of 401/)
    const other = await context.newPage()
    await other.goto('/en/member-detail')
    await expect(other.getByText(member.email)).toBeVisible()
    await page.goto('/en/member-detail')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('main').getByRole('link', { name: 'Sign in' })).toBeVisible()
    await expect(other.getByText(member.email)).toHaveCount(0)
  })
})

test('A new person creates an account, verifies the address and becomes a member', async ({ page, context, club }) => {
  const email = `new-${Date.now()}-${test.info().workerIndex}@club.example`
  await page.goto('/en')
  await page.getByRole('link', { name: 'Join for free' }).click()
  await expect(page.getByRole('heading', { name: 'Create an account' })).toBeVisible()
  await expectAccessible(page)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Choose a password').fill('seven violins and a harp')
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(page.getByRole('heading', { name: 'Check your email' })).toBeVisible()
  await expectAccessible(page)

  const inbox = await context.newPage()
  await inbox.goto(linkIn(await lastMailTo(club, email)))
  await inbox.getByLabel('Password', { exact: true }).fill('seven violins and a harp')
  await inbox.getByRole('button', { name: 'Yes, this is my email address' }).click()
  await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
  await inbox.close()
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()
  // The address is verified: the password was typed here and there.
  await expect(page.getByRole('heading', { name: 'Welcome to Club Bravo' })).toBeVisible()
  const { email_verified: verified } = await club.db
    .selectFrom('members')
    .select('email_verified')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  expect(verified).toBe(true)
})

test('An address of another site is never returned to, one of the club’s own once, and a provider’s error is told', async ({
  page,
}) => {
  await test.step('An address of another site is never returned to', async () => {
    await page.goto('/login?redirect=https://evil.example/')
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/en/)
    await page.goto('/login?redirect=//evil.example/')
    await expect(page).toHaveURL(/^http:\/\/localhost:\d+\/en/)
  })

  await test.step('An address of the club’s own is gone to once: “back” does not lead there again', async () => {
    await page.goto('/en/faq')
    await page.goto('/login?redirect=/tc/reward-list')
    await expect(page).toHaveURL(/\/tc\/reward-list$/)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(/\/en\/faq$/)
  })

  await test.step('A provider error opens the attention dialog', async () => {
    await page.goto('/login?error=server_error&error_description=x&state=unknown')
    await expect(page.getByRole('dialog', { name: 'Action needed' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('A sign-in that is pressed before the app is there is in the language of its page', async () => {
    // The address of the link that the server renders.
    await page.goto('/login?return_to=%2Ftc%2Fmy-scans')
    await expect(page).toHaveURL(/\/identity\/interaction\//)
    await expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  })
})

const faults = [
  ['is cut off', '/identity/token', { kind: 'reset' }],
  ['meets a gateway’s page at the provider', '/identity/token', gatewayPage],
  ['meets a gateway’s words at the provider', '/identity/token', refusal(403)],
  ['meets a gateway’s page at the club', '/users/profile', gatewayPage],
] as const satisfies readonly (readonly [string, string, Fault])[]

test('A sign-in that fails or is cancelled is tried again, and returns to the page that asked for it', async ({
  page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await test.step('Cancelling at the provider and trying again leads to the page that asked for the sign-in', async () => {
    await page.goto('/en/my-scans')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: 'Back to Club Bravo' }).click()
    const attention = page.getByRole('dialog', { name: 'Action needed' })
    await expect(attention.getByText('Sign-in was cancelled.')).toBeVisible()
    await page.reload()
    await attention.getByRole('button', { name: 'Try again' }).click()
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/en\/my-scans$/)
  })

  for (const [what, path, fault] of faults)
    await test.step(`A sign-in that ${what} is told as a fault of the connection; tried again, it returns to the same page`, async () => {
      await forgetVisit(page)
      await page.goto('/en/my-scans')
      // Every attempt: Chromium silently repeats a request if a reused connection is reset.
      club.proxy.fault({ path }, fault)
      await signInFromPage(page, member)
      await expect(page.getByText('Club Bravo couldn’t be reached.')).toBeVisible()
      club.proxy.heal()
      await page.getByRole('button', { name: 'Try again' }).click()
      // The provider's session is no proof while the app holds none: the password is asked for again.
      await fillSignIn(page, member)
      await expect(page).toHaveURL(/\/en\/my-scans$/)
      await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
    })

  await test.step('A sign-in that fails leaves one line on the console, without token or address', async () => {
    await forgetVisit(page)
    const lines: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'warning') lines.push(message.text())
    })
    await page.goto('/en/my-scans')
    const down = club.proxy.fault({ path: '/users/me' }, refusal(500))
    await signInFromPage(page, member)
    await expect(page.getByText('Club Bravo couldn’t be reached.')).toBeVisible()
    expect(lines.filter((line) => !/service worker/i.test(line))).toEqual(['Signing in failed at "me": 500.'])
    down()
  })
})

test('The language of a page holds through signing in and out, whatever the browser speaks', async ({
  page,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const isTraditional = () => expect(page.locator('html')).toHaveAttribute('lang', 'zh-Hant-HK')
  const main = page.getByRole('main')
  await page.goto('/tc/member-detail')
  await page.getByRole('button', { name: '返回 Club Bravo' }).click()
  await expect(page).toHaveURL(/\/login\?error=/)
  await isTraditional()
  await page.goto('/tc/my-scans')
  await main.getByRole('link', { name: '登入' }).click()
  await page.locator('[name=email]').fill(member.email)
  await page.locator('[name=password]').fill(member.password)
  await page.keyboard.press('Enter')
  await test.step('Signing in returns to the address that asked for it', async () => {
    await expect(page).toHaveURL(/\/tc\/my-scans$/)
    const say = await translationsOf('tc')
    await expect(page.getByRole('heading', { name: say('No scans yet') })).toBeVisible()
  })
  await page.goto('/tc/member-detail')
  // Home is shown at once; then the page leaves for the provider, and comes back.
  const cameBack = page.waitForEvent('load')
  await main.getByRole('button', { name: '登出' }).click()
  await cameBack
  await page.waitForURL(/\/tc$/)
  await expect(main.getByRole('link', { name: '登入' })).toBeVisible()
  await page.reload()
  await isTraditional()
})

test('Signing in says so at once, while its texts and code are still on their way', async ({ page }) => {
  await page.goto('/en')
  await expect(page.locator('[data-prerendered]')).toHaveCount(0)
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page.getByText('Signing you in…')).toBeVisible()
  release()
  await expect(page.getByLabel('Password', { exact: true })).toBeVisible()
})
