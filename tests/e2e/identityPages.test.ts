import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { codeIn, lastMailTo, linkIn } from '#tests/support/mailbox.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { letMinutesPass } from '#tests/support/rateLimits.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'

const password = 'seven violins and a harp'
const newAddress = () => `pages-${Date.now()}-${test.info().workerIndex}@club.example`
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

async function openCreate(page: Page, email: string): Promise<void> {
  await page.goto('/en')
  await page.getByRole('link', { name: 'Join for free' }).click()
  await expect(heading(page)).toHaveText('Create an account')
  await page.getByLabel('Email address').fill(email)
}

async function create(page: Page, chosen = password): Promise<void> {
  await page.getByLabel('Choose a password').fill(chosen)
  await page.getByRole('button', { name: 'Create account' }).click()
}

test('“Back” leads through every page of a sign-in, wherever a form was sent in between', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const email = newAddress()
  await page.clock.install()
  await openCreate(page, email)
  await create(page, 'short')
  await expect(page.getByText('Use at least 8 characters.', { exact: true })).toBeVisible()
  await expect(page.getByLabel('Email address')).toHaveValue(email)
  await create(page)
  await expect(heading(page)).toHaveText('Check your email')
  await expectAccessible(page)
  const resend = page.getByRole('button', { name: 'Resend email' })
  await expect(resend).toBeDisabled()
  await expect(resend).toHaveText(/^Resend email \(\d\d? s\)$/)
  await page.clock.fastForward('01:00')
  await letMinutesPass(club.db, 1)
  await resend.click()
  await expect(page.getByRole('status')).toHaveText('We’ve sent it again. It can take a few minutes.')
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Go back and change it' }).click()
  await expect(heading(page)).toHaveText('Create an account')
  for (const title of ['Check your email', 'Check your email', 'Create an account', 'Create an account']) {
    await page.goBack()
    await expect(heading(page)).toHaveText(title)
  }
})

test('Whoever has just created an account goes on to the club without typing the password again', async ({
  page,
  club,
}) => {
  const email = newAddress()
  await openCreate(page, email)
  await create(page)
  await page.getByRole('link', { name: 'Continue to Club Bravo' }).click()
  await expect(heading(page)).toHaveText('Welcome to Club Bravo')
  const member = club.db.selectFrom('members').select('email_verified').where('email', '=', email)
  expect(await member.executeTakeFirstOrThrow()).toEqual({ email_verified: false })
})

test('A typed password can be shown and hidden again, by keyboard as well', async ({ page }) => {
  await openCreate(page, newAddress())
  const label = 'Choose a password'
  const field = page.getByLabel(label)
  const show = page.getByRole('button', { name: 'Show password', description: label })
  await field.fill(password)
  await expect(field).toHaveAttribute('type', 'password')
  await field.press('Tab')
  await expect(show).toBeFocused()
  await page.keyboard.press('Space')
  await expect(field).toHaveAttribute('type', 'text')
  await expect(show).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page)
  await show.click()
  await expect(field).toHaveAttribute('type', 'password')
  await show.click()
  await page.getByRole('button', { name: 'Create account' }).click()
  await expect(heading(page)).toHaveText('Check your email')
})

test('The code of the mail sends itself with its last digit, and a wrong one when it is corrected', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const email = newAddress()
  await openCreate(page, email)
  await create(page)
  await expect(heading(page)).toHaveText('Check your email')
  const right = codeIn(await lastMailTo(club, email))
  const field = page.getByLabel('6-digit code')
  const wrong = right.replace(/.$/, (last) => String((Number(last) + 1) % 10))
  await field.pressSequentially(wrong)
  await expect(page.getByText('That isn’t the code in our latest email.')).toBeVisible()
  await expectAccessible(page)
  await expect(page.getByLabel('6-digit code')).toBeFocused()
  await field.fill('')
  // As a mail program copies it.
  await field.fill(` ${right.slice(0, 3)} ${right.slice(3)}`)
  await expect(heading(page)).toHaveText('Welcome to Club Bravo')
})

test.describe('Without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('the pages of a sign-in have no button that does nothing, and work', async ({ page, member, club }) => {
    await page.goto(requestSignIn(club.origin, { ui_locales: 'zh-Hans-CN' }).address)
    await expect(heading(page)).toHaveText('登录')
    await expect(page.getByRole('button')).toHaveText(['登录', '返回 Club Bravo'])
    await page.getByRole('link', { name: 'EN' }).click()
    await fillSignIn(page, member)
    await expect(page).toHaveURL(/\/login\?code=/)
  })
})

test('A typed address goes along to another language, to the other form and to a forgotten password, and to no server', async ({
  page,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const email = newAddress()
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await page.goto('/tc/my-scans')
  await page.getByRole('main').getByRole('link', { name: '登入' }).click()
  const typed = page.locator('input[name=email]')
  await typed.fill(email)
  await page.getByRole('link', { name: '简' }).click()
  await expect(heading(page)).toHaveText('登录')
  await expect(typed).toHaveValue(email)
  await page.getByRole('link', { name: '注册账户' }).click()
  await expect(heading(page)).toHaveText('注册账户')
  await expect(typed).toHaveValue(email)
  await expect(page).not.toHaveURL(/email/)
  await page.getByRole('link', { name: '登录' }).click()
  await typed.fill(`other-${email}`)
  await page.getByRole('link', { name: '忘记密码？' }).click()
  await expect(page).toHaveURL(/\/sc\/forgot-password$/)
  await expect(typed).toHaveValue(`other-${email}`)
  await page.reload()
  await expect(typed).toHaveValue(`other-${email}`)
  const [name = ''] = email.split('@')
  expect(sent.filter((address) => address.includes(name))).toEqual([])
})

test('The address of a refused sign-in goes along to a forgotten password', async ({ page, member, browserErrors }) => {
  browserErrors.allow(failedRequests)
  await page.goto('/en/my-scans')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await fillSignIn(page, { ...member, password: 'not the password' })
  await expect(page.getByText('Incorrect email or password.')).toBeVisible()
  await page.getByRole('link', { name: 'Forgot your password?' }).click()
  await expect(page.getByLabel('Email address')).toHaveValue(member.email)
})

test('Whoever has forgotten the password at the mailed link is told in plain words, and chooses a new one from there', async ({
  page,
  club,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const email = newAddress()
  await openCreate(page, email)
  await create(page)
  await expect(heading(page)).toHaveText('Check your email')
  await page.goto(linkIn(await lastMailTo(club, email)))
  await page.getByRole('link', { name: '繁' }).click()
  await page.getByLabel('密碼', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: '是，這是我的電郵地址' }).click()
  await expect(page.getByRole('alert')).toHaveText('密碼不正確，請輸入建立帳戶時設定的密碼。')
  await expectAccessible(page)
  await page.getByRole('link', { name: '忘記密碼？' }).click()
  await expect(page.getByLabel('電郵地址')).toHaveValue(email)
})
