import { expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { test } from '#tests/support/clubTest.ts'
import { fillSignIn, signInFromPage, signOut } from '#tests/support/pageActions.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'

test('A guest sees no page of a member, and returns from signing in to the page that asked for it', async ({
  page,
  member,
  browserErrors,
}) => {
  const link = page.getByRole('main').getByRole('link', { name: 'Sign in' })
  const leave = async () => {
    browserErrors.expectNone()
    // A call that is under way while the sign-in ends is refused.
    browserErrors.allow(/status of 401/)
    await signOut(page)
    browserErrors.expectNone()
    browserErrors.forget()
  }

  await test.step('A guest at scan-preview does not see the member’s page', async () => {
    await page.goto('/en/scan-preview?scan=00000000-0000-4000-8000-000000000000')
    await expect(link).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('A guest at a page of scans that names none is led home, in the language of its address', async () => {
    for (const name of ['scan-preview', 'scan-success', 'scan-failed']) {
      await page.evaluate(() => localStorage.clear())
      await page.goto(`/tc/${name}`)
      await expect.soft(page, name).toHaveURL(/\/tc$/)
    }
  })

  await test.step('A guest at scan-intro does not see the member’s page', async () => {
    await page.goto('/en/scan-intro')
    await page.getByRole('link', { name: 'Scan a ticket' }).click()
    await expect(link).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('A guest at the scanner is asked to sign in beside the camera, and returns to it', async () => {
    await page.goto('/en/scanner')
    await expect(page.getByText('Sign in to get your points straight away')).toBeVisible()
    await expectAccessible(page)
    await signInFromPage(page, member)
    await expect(page).toHaveURL(/\/en\/scanner$/)
    await expect(page.locator('input[type=file]')).toBeAttached()
  })

  await test.step('A member’s page is gone after signing out, also with the back button', async () => {
    await page.goto('/en/member-detail')
    await expect(page.getByText(member.email)).toBeVisible()
    await leave()
    await page.goBack()
    await expect(page.getByText(member.email)).toHaveCount(0)
    await expect(link).toBeVisible()
    expect(await page.evaluate(() => localStorage.getItem('jwt-token'))).toBeNull()
  })

  await test.step('A guest at a membership page is taken to sign in, and returns to it', async () => {
    await page.goto('/en/member-detail')
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/en\/member-detail$/)
    await expect(page.getByText(member.email)).toBeVisible()
    await leave()
  })

  await test.step('A guest at My scans sees which page it is and why to sign in, and returns to it', async () => {
    for (const [lang, name, signInWord] of [
      ['tc', '我的掃描紀錄', '登入'],
      ['sc', '我的扫描记录', '登录'],
      ['en', 'My scans', 'Sign in'],
    ] as const) {
      await page.goto(`/${lang}/my-scans`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page).toHaveTitle(`${name} · Club Bravo`)
      await expect(page.getByRole('main').getByRole('link', { name: signInWord, exact: true })).toBeVisible()
    }
    await test.step('A guest at my-scans does not see the member’s page', async () => {
      await expect(link).toBeVisible()
      await expectAccessible(page)
    })
    await expect(page.getByText('Sign in to see every ticket you’ve scanned on this device')).toBeVisible()
    await signInFromPage(page, member)
    await expect(page).toHaveURL(/\/en\/my-scans$/)
    await expect(page.getByRole('heading', { name: 'No scans yet' })).toBeVisible()
  })
})

test('A page of a result is for whom it belongs to, and leads everybody else home', async ({
  signedInPage: page,
  member,
}) => {
  await test.step('A page of a result that nobody has sent for leads home', async () => {
    for (const path of [
      'registration-success',
      'registration-event-result',
      'redeem-success',
      'redeem-fail',
      'scan-preview',
      'scan-success',
      'scan-failed',
    ]) {
      await page.goto(`/en/${path}`)
      await expect.soft(page, path).toHaveURL(/\/en$/)
    }
  })

  await test.step('What another member has joined as is shown to nobody else', async () => {
    const open = async (memberId: string) => {
      await page.goto('/en')
      const joined = { memberId, tier: 'Gold', welcomePoints: 0, change: { kind: 'joined' } }
      // As the router keeps it: without its key it would begin a state of its own.
      const state = { key: memberId, __TSR_key: memberId, __TSR_index: 1, joined }
      await page.evaluate((kept) => history.pushState(kept, '', '/en/registration-success'), state)
      await page.reload()
    }
    await open(member.id)
    await expect(page.getByRole('main').getByText('Gold member', { exact: true })).toBeVisible()
    await open('somebody-else')
    await expect(page).toHaveURL(/\/en$/)
  })
})

test.describe('with an address that is not verified', () => {
  test.use({ verified: false })

  test('An unverified member sees the scans, is asked for the verification at the scanner, and can scan after it', async ({
    signedInPage: page,
    context,
    club,
    member,
  }) => {
    await test.step('An unverified member’s scans are open, and the way to another one asks for the verification', async () => {
      await page.goto('/en/my-scans')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('My scans')
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Verify your email')
    })

    await test.step('An unverified member at the scanner verifies by email, returns and can scan', async () => {
      await expect(page).toHaveURL(/\/en\/scanner$/)
      await expect(page.locator('input[type=file]')).toHaveCount(0)
      await expectAccessible(page)

      await page.getByRole('button', { name: 'Resend email' }).click()
      await expect(page.getByText('We’ve sent the email.')).toBeVisible()

      const inbox = await context.newPage()
      // In the browser that is signed in, the link alone is enough.
      await inbox.goto(linkIn(await lastMailTo(club, member.email)))
      await expect(inbox.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
      await expectAccessible(inbox)
      await inbox.close()

      await page.getByRole('button', { name: 'I’ve verified my email' }).click()
      await expect(page.locator('input[type=file]')).toBeAttached()
    })
  })

  test('An unverified member is taken to sign in after a one-minute countdown', async ({ signedInPage: page }) => {
    // The clock is paused: only the test advances the seconds, however long the page takes.
    const now = Date.now()
    await page.clock.install({ time: now })
    await page.clock.pauseAt(now + 60_000)
    await page.goto('/en/scanner')
    // The page itself needs a few steps of the clock until it is there.
    await expect(async () => {
      await page.clock.runFor(20)
      expect(await page.getByRole('button', { name: 'Resend email' }).isVisible()).toBe(true)
    }).toPass()
    const leaving = page.getByText('You’ll be taken to the sign-in page in 10 seconds.')
    await expect(leaving).toHaveCount(0)
    await page.clock.runFor(50_000)
    await expect(leaving).toBeVisible()
    await page.clock.runFor(11_000)
    await expect(page).toHaveURL(/\/identity\/|\/login/)
  })

  test('An unverified member who is about to be taken to sign in can stay', async ({ signedInPage: page }) => {
    await page.clock.install()
    await page.goto('/en/scanner')
    await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible()
    await page.clock.runFor(45_000)
    await page.getByRole('button', { name: 'Stay here' }).click()
    await expect(page.getByText('You’re staying on this page.')).toBeVisible()
    await page.clock.runFor(60_000)
    await expect(page).toHaveURL(/\/en\/scanner$/)
    await expectAccessible(page)
  })

  test('A member who is still signed in is taken to sign in once, then told, and left alone', async ({
    signedInPage: page,
  }) => {
    const signIns: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/identity/auth?')) signIns.push(request.url())
    })
    await page.clock.install()
    for (const path of ['email-verification', 'scanner']) {
      await page.goto(`/en/${path}`)
      await expect(page.getByRole('button', { name: 'Resend email' })).toBeVisible()
      signIns.length = 0
      await page.clock.fastForward('01:01')
      await expect(page.getByText('Your email isn’t verified yet.')).toBeVisible()
      await expect(page).toHaveURL(new RegExp(`/en/${path}#`))
      await expectAccessible(page)
      await page.clock.fastForward('10:00')
      await expect(page.getByText('You’ll be taken to the sign-in page')).toHaveCount(0)
      expect(signIns).toHaveLength(1)
    }
    await page.getByRole('button', { name: 'I’ve verified my email' }).click()
    await expect(page.getByText('Your email isn’t verified yet.')).toBeVisible()
  })

  test('An unverified member can have the email sent again, verify later, and come back from its link', async ({
    signedInPage: page,
    club,
    member,
    browserErrors,
  }) => {
    const mails = club.db.selectFrom('mailbox').select('id').where('recipient', '=', member.email)
    const resend = page.getByRole('button', { name: /^Resend email/ })

    await test.step('With another identity provider, a member sees where to verify, and is not offered an email that the club does not send', async () => {
      await page.route('**/en/email-verification', async (route) => {
        const response = await route.fetch()
        const setup = { product: 'club-bravo', issuer: 'https://id.example/realms/club', clientId: 'app' }
        const meta = `<meta name="club-bravo-config" content='${JSON.stringify(setup)}'>`
        await route.fulfill({ response, body: (await response.text()).replace('<head>', `<head>${meta}`) })
      })
      await page.goto('/en/email-verification')
      await expect(page.getByText('You sign in with id.example')).toBeVisible()
      await expect(page.getByRole('button', { name: 'I’ve verified my email' })).toBeVisible()
      await expect(resend).toHaveCount(0)
      await expectAccessible(page)
      await page.unroute('**/en/email-verification')
      browserErrors.expectNone()
    })

    browserErrors.allow(failedRequests)

    await test.step('Pressing “Resend email” twice sends one email, and the button says when it can be pressed again', async () => {
      await page.goto('/en/email-verification')
      await resend.dblclick()
      await expect(resend).toHaveText(/^Resend email \(\d\d? s\)$/)
      await expect(resend).toBeFocused()
      await expectAccessible(page)
      await page.keyboard.press('Enter')
      // Another page does not know of the mail yet: the server does.
      await page.reload()
      const refused = page.waitForResponse((response) => response.status() === 429)
      await resend.click()
      await refused
      await expect(page.getByText('We’ve sent the email.')).toBeVisible()
      await expect(resend).toHaveText(/^Resend email \(\d\d? s\)$/)
      expect(await mails.execute()).toHaveLength(1)
    })

    await test.step('Too many requests for verification emails show when the next one is possible', async () => {
      const answers = []
      // The first email has been sent already.
      for (let request = 2; request <= 6; request += 1) {
        await letMinutesPass(club.db, 1)
        // A new page has not sent a mail yet.
        await page.reload()
        const answered = page.waitForResponse('**/api/auth/resend-verification')
        await resend.click()
        answers.push((await answered).status())
      }
      expect(answers).toEqual([200, 200, 200, 200, 429])
      await expect(page.getByText(/Use the latest one.*, or try again in \d+ minutes\./)).toBeVisible()
      await expectAccessible(page)
    })

    browserErrors.expectNone()
    browserErrors.forget()

    await test.step('An unverified member can verify later', async () => {
      await page.goto('/en/scanner')
      await page.getByRole('button', { name: 'Verify later' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText(member.firstName)
    })

    await test.step('Back from the page of the mailed link, the app checks at once, and names the account if it is another', async () => {
      await page.goto('/en/email-verification#verified')
      await expect(page.getByText('You’re signed in to another account here')).toBeVisible()
      await expectAccessible(page)
      // As the mailed link does.
      for (const table of ['identity_accounts', 'members'] as const)
        await club.db.updateTable(table).set({ email_verified: true }).where('email', '=', member.email).execute()
      await page.reload()
      await expect(page).toHaveURL(/\/en\/member-detail$/)
    })
  })
})
