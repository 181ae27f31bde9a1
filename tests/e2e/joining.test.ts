import { expect, type Locator } from '@playwright/test'
import { languages, languageTags } from '#contract/language.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test as base } from '#tests/support/clubTest.ts'
import { type Fill, type Journey, type JourneyStep, joiningRoutes } from '#tests/support/joiningRoutes.ts'
import { enter, tabTo, typeInto } from '#tests/support/keyboard.ts'
import { pointsOf, type TestMember } from '#tests/support/members.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import { newcomer } from '#tests/support/registrations.ts'
import { translationsOf } from '#tests/support/translations.ts'

/** Members who have an account, and have not joined to the end. */
const test = base.extend({
  member: async ({ club }, use) => use(await newcomer(club.db)),
})

async function signIn({ page, say, inspect }: Journey, { email, password }: TestMember): Promise<void> {
  // The page before has a field of nearly the same name.
  await page.waitForURL(/\/identity\//)
  const address = page.getByRole('textbox', { name: say('Email address') })
  await address.waitFor()
  await inspect()
  if ((await address.inputValue()) === '') await typeInto(page, address, email)
  await typeInto(page, page.getByLabel(say('Password'), { exact: true }), password)
  await page.keyboard.press('Enter')
}

/** The control of a field, by its role and its name in the language. */
function controlOf({ page, say }: Journey, fill: Fill): Locator {
  const name = say(fill.label)
  switch (fill.kind) {
    case 'text':
      return page.getByRole('textbox', { name, exact: true }).or(page.getByRole('combobox', { name, exact: true }))
    case 'choice':
      return page.getByRole('combobox', { name, exact: true })
    case 'file':
      // Browsers give file inputs no role of their own, and a label's text has the star that screen readers do not
      // hear.
      return page.getByLabel(new RegExp(`^${name}( \\*)?$`))
    case 'tick':
      return page
        .getByRole('group', { name, exact: true })
        .getByRole('checkbox')
        .nth(fill.at ?? 0)
  }
}

async function fillIn(journey: Journey, fill: Fill): Promise<void> {
  const { page } = journey
  const control = controlOf(journey, fill)
  // Asked for in time: the browser begins to hand choosers over some time after.
  const chooser = fill.kind === 'file' ? page.waitForEvent('filechooser') : null
  await tabTo(page, control)
  switch (fill.kind) {
    case 'text':
      return typeInto(page, control, fill.text)
    case 'choice':
      for (let press = 0; press < fill.downs; press++) await page.keyboard.press('ArrowDown')
      return expect(control).not.toHaveValue('')
    case 'tick':
      await page.keyboard.press('Space')
      return expect(control).toBeChecked()
    case 'file':
      await page.keyboard.press('Enter')
      await (await chooser)?.setFiles({ ...pictureOf('Chan Wing Yan, class 4B'), name: 'card.png' })
      return expect(page.getByText('card.png')).toBeVisible()
  }
}

/**
 * Presses the step's button with nothing filled in: what is wrong takes the focus, and names each field that is needed.
 */
async function expectRefusal({ page }: Journey, { fills }: JourneyStep): Promise<void> {
  const needed = fills.filter(({ isNeeded }) => isNeeded).length
  await expectAccessible(page)
  if (needed === 0) return
  await enter(page, page.getByRole('main').locator('form button[type=submit]'))
  const summary = page.getByRole('region').filter({ has: page.locator('#error-summary') })
  await expect(summary).toBeFocused()
  await expect(summary.getByRole('link')).toHaveCount(needed)
  await expectAccessible(page)
  await enter(page, summary.getByRole('link').first())
  await expect(page.locator(':focus')).toHaveAttribute('aria-invalid', 'true')
}

/** The same page in the two other languages, by the language switch, and then in its own again. */
async function inEachLanguage(journey: Journey, expectPage: (inOther: Journey) => Promise<void>): Promise<void> {
  const { page, lang } = journey
  for (const other of [...languages.filter((one) => one !== lang), lang]) {
    await page.getByRole('banner').locator(`a[hreflang="${languageTags[other]}"]`).click()
    await expect(page.locator('html')).toHaveAttribute('lang', languageTags[other])
    await expectPage({ ...journey, lang: other, say: await translationsOf(other) })
  }
}

const stepHeading = ({ page, say }: Journey, { title }: JourneyStep) =>
  page.getByRole('heading', { level: 2, name: say(title), exact: true })

for (const [way, route] of Object.entries(joiningRoutes))
  test(`A visitor joins on a phone, by keyboard alone, up to the member area, and can read each step in each language (${way}, ${route.walked})`, async ({
    page,
    club,
    member,
    browserErrors,
  }) => {
    // On the way to joining, what is wrong is tried, too.
    browserErrors.allow(failedRequests)
    const lang = route.walked
    const say = await translationsOf(lang)
    const inspect = () => expectAccessible(page)
    const journey: Journey = { page, club, lang, say, email: member.email, inspect }
    await route.begin(journey)
    await signIn(journey, member)
    if (route.tierDowns !== undefined) {
      await expect(page.getByRole('heading', { level: 1, name: say('Choose your membership') })).toBeVisible()
      await inspect()
      await tabTo(page, page.getByRole('radio').first())
      for (let press = 0; press < route.tierDowns; press++) await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
    }

    let before: Locator | null = null
    for (const [index, step] of route.steps.entries()) {
      const heading = stepHeading(journey, step)
      await expect(heading).toBeVisible()
      await inEachLanguage(journey, async (inOther) => {
        await expect(stepHeading(inOther, step)).toBeVisible()
        for (const fill of step.fills) await expect.soft(controlOf(inOther, fill)).toBeAttached()
      })
      await expectRefusal(journey, step)
      if (before !== null) {
        await page.goBack()
        await expect(before).toBeFocused()
        await page.goForward()
        await expect(heading).toBeVisible()
      }
      for (const fill of step.fills) await fillIn(journey, fill)
      const isLast = index === route.steps.length - 1
      await enter(
        page,
        page.getByRole('button', { name: say(isLast ? route.submit : 'Continue', { fee: 'HK$300' }), exact: true }),
      )
      before = heading
    }

    if (route.isPaid) {
      await page.waitForURL(/\/payment-simulator\/card\//)
      await inspect()
      await typeInto(page, page.locator('input[name=card]'), '4111 1111 1111 1111')
      await page.keyboard.press('Enter')
    }
    const arrival = (inOther: Journey) => {
      const values = { name: 'Wing Yan Chan', tierName: inOther.say('Red') }
      return page.getByRole('heading', { level: 1, name: inOther.say(route.arrives, values) })
    }
    await expect(arrival(journey)).toBeVisible()
    await inspect()
    expect(await pointsOf(club.db, member.id)).toBe(route.points)
    await inEachLanguage(journey, async (inOther) => expect(arrival(inOther)).toBeVisible())
    await enter(page, page.getByRole('main').getByRole('link', { name: say('Go to your account'), exact: true }))
    await expect(page).toHaveURL(new RegExp(`/${lang}/member-detail$`))
    await expect(page.getByRole('heading', { level: 1, name: say('My account') })).toBeVisible()
    await inspect()
    // The form has nothing to do any more.
    await page.goto(`/${lang}/registration-${way}`)
    await expect(page).toHaveURL(new RegExp(`/${lang}/member-detail$`))
  })
