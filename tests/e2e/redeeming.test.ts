import { expect, type Locator, type Page } from '@playwright/test'
import * as v from 'valibot'
import { languages } from '#contract/language.ts'
import { redeemMessages } from '#contract/spending/redemption.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { readDatabase, storedTexts } from '#tests/support/indexedDatabases.ts'
import { json } from '#tests/support/faults.ts'
import { endClubTokens, endProviderSessions } from '#tests/support/endSessions.ts'
import { addEntries, addPoints } from '#tests/support/ledgerEntries.ts'
import { pointsOf, type TestMember } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { writeRow } from '#tests/support/outboxRows.ts'
import { patient } from '#tests/support/patience.ts'
import { networkReturns, showIn, signOut, untilOfflineReady } from '#tests/support/pageActions.ts'
import { leastResultDelayMs, watchResultDelay } from '#tests/support/resultDelay.ts'

const popup = (page: Page, title: string) => page.getByRole('dialog', { name: title })
const redeemButton = (page: Page) => page.getByRole('button', { name: 'Redeem', exact: true })
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const persistedAnswers = (page: Page) => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? '')

/** Opens a reward and its confirm popup. */
async function openPopup(page: Page, alias: string): Promise<void> {
  await page.goto(`/en/reward-detail/${alias}`)
  await pressRedeem(page)
}

/** Opens the confirm popup. It reads the reward again: what changes after that, the page does not know. */
async function pressRedeem(page: Page): Promise<void> {
  await expect(redeemButton(page)).toBeVisible()
  const readAgain = page.waitForResponse((response) => response.url().includes('/get-redeem-item'))
  await redeemButton(page).click()
  await expect(popup(page, 'Redeem this reward?')).toBeVisible()
  await readAgain
}

/** Presses the popup's button, which names the price. */
async function confirm(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Redeem for / }).click()
}

/** Redeems a voucher, and loses the answer. Resolves to what lets answers through again. */
async function redeemUnanswered(page: Page, club: Club, member: TestMember): Promise<() => void> {
  await addPoints(club.db, member, 5000)
  const answersReturn = club.proxy.fault({ path: '/redeem' }, { kind: 'swallow-reset' })
  await openPopup(page, 'concert-ticket-voucher')
  await confirm(page)
  await expect(popup(page, 'We haven’t had an answer yet')).toBeVisible()
  return answersReturn
}

/** A call that is stored on the device. */
const StoredCall = v.looseObject({ id: v.string(), state: v.string() })

/** What the member has redeemed, by the ledger's own rows. */
async function redemptionsOf({ db }: Club, { id }: TestMember) {
  return await db
    .selectFrom('redemptions')
    .innerJoin('point_transactions', 'point_transactions.id', 'redemptions.transaction_id')
    .select(['reward_alias', 'quantity'])
    .where('point_transactions.member_id', '=', id)
    .execute()
}

installedTest(
  'A member redeems two vouchers on a phone, shows them offline after a restart, and signing out removes them',
  async ({ signedInPage: page, context, club, member, browserErrors }) => {
    await addPoints(club.db, member, 5000)
    await page.goto('/en/reward-detail/concert-ticket-voucher')
    await page.getByRole('spinbutton', { name: 'Quantity' }).press('ArrowUp')
    await expect(page.getByText('4,000 points')).toBeVisible()
    await expectAccessible(page)
    await redeemButton(page).click()
    await expect(popup(page, 'Redeem this reward?').getByText(member.email)).toBeVisible()
    await expect(popup(page, 'Redeem this reward?')).toContainText('Points left afterwards1,000')
    await expectAccessible(page)
    const terms = page.getByRole('dialog').getByRole('link', { name: 'terms' })
    await expect(terms).toHaveAttribute('href', '/en/reward-detail/concert-ticket-voucher#terms')
    await page.keyboard.press('Escape')
    await expect(redeemButton(page)).toBeFocused()
    await redeemButton(page).click()
    await confirm(page)

    await expect(heading(page)).toHaveText('It’s yours')
    await expect(page.getByText('You have 1,000 points left.')).toHaveCount(1)
    const codes = page.getByRole('list', { name: 'Vouchers' }).getByRole('listitem')
    await expect(codes).toHaveCount(2)
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByText('You have 1,000 points. Earn 1,000 more to redeem this.')).toBeVisible()
    await page.goForward()
    await page.getByRole('link', { name: 'Go to My rewards' }).click()
    await expect(heading(page)).toHaveText('My rewards')
    await expect(codes).toHaveCount(2)
    await expectAccessible(page)
    expect(await pointsOf(club.db, member.id)).toBe(1000)

    const code =
      (await codes
        .first()
        .getByText(/^[-\dA-Z]+$/)
        .textContent()) ?? 'none'
    await untilOfflineReady(page)
    await expect.poll(() => persistedAnswers(page)).toContain(code)
    browserErrors.allow(failedRequests)
    await disconnect(page, club)
    const restarted = await context.newPage()
    await page.close()
    await restarted.goto('/en/my-rewards')
    await expect(restarted.getByText(/Last updated/)).toBeVisible()
    await restarted.getByRole('button', { name: `Show voucher ${code}` }).click()
    await expect(restarted.getByRole('img', { name: `QR code of voucher ${code}` })).toBeVisible()
    await expect(restarted.getByRole('img', { name: `Barcode of voucher ${code}` })).toBeVisible()
    await expectAccessible(restarted)
    await restarted.keyboard.press('Escape')

    await reconnect(restarted, club)
    await restarted.goto('/en/member-detail')
    await signOut(restarted)
    const left = await storedTexts(restarted)
    for (const own of [code, member.email, member.firstName, member.id]) expect(left).not.toContain(own)
    await restarted.goto('/en/redeem-success')
    await expect(restarted).toHaveURL(/\/en$/)
  },
)

test('A reward that names no time says that its voucher lasts a year, and the popup says the day', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  const reward = { group: 'rewards', key: 'foyer-shop-voucher' }
  const words = {
    en: ['12 months', 'Redeem', /^Your voucher will be valid until \d+ \w+ 20\d\d\.$/],
    tc: ['12 個月', '換領', /^換領券有效期至20\d\d年\d+月\d+日。$/],
    sc: ['12 个月', '兑换', /^兑换券有效期至20\d\d年\d+月\d+日。$/],
  } as const
  await withEntry(club.db, reward, { fields: { voucher_validity: undefined } }, async () => {
    for (const lang of [...languages].toReversed()) {
      const [term, redeem, until] = words[lang]
      // Documents are drawn once for everybody, and may be some seconds older than the contents.
      await expect(async () => {
        await page.goto(`/${lang}/reward-detail/foyer-shop-voucher`)
        await expect(page.getByRole('main').getByText(term, { exact: true })).toBeVisible({ timeout: patient(10_000) })
      }).toPass()
      await page.getByRole('button', { name: redeem, exact: true }).click()
      await expect(page.getByRole('dialog').getByText(until)).toBeVisible()
    }
    await expectAccessible(page)
    const said = await page.getByText(words.en[2]).textContent()
    await confirm(page)
    await expect(heading(page)).toHaveText('It’s yours')
    const [, day = 'none'] = /until (.*)\.$/.exec(said ?? '') ?? []
    await expect(page.getByText(`Valid until ${day}`)).toBeVisible()
  })
})

test('A member whose answer was lost is told after a reload, and redeems once, whichever button they press', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const answersReturn = await redeemUnanswered(page, club, member)
  await expectAccessible(page)
  await disconnect(page, club)
  await expect(popup(page, 'We haven’t had an answer yet')).toContainText('we’ll find out automatically')
  await reconnect(page, club)
  await page.reload()
  await expect(page.getByText('We don’t know yet if this was redeemed')).toBeVisible()
  await redeemButton(page).click()
  await popup(page, 'We haven’t had an answer yet').press('Escape')
  await page.getByRole('button', { name: 'Find out' }).click()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(popup(page, 'We haven’t had an answer yet')).toBeVisible()
  answersReturn()
  await networkReturns(page, club)
  await expect(heading(page)).toHaveText('It’s yours')
  expect(await redemptionsOf(club, member)).toEqual([{ reward_alias: 'concert-ticket-voucher', quantity: 1 }])
  expect(await pointsOf(club.db, member.id)).toBe(3000)
  await page.goto('/en/reward-detail/concert-ticket-voucher')
  await expect(redeemButton(page)).toBeVisible()
  await expect(page.getByText('We don’t know yet if this was redeemed')).toHaveCount(0)
})

test('An answer that another version of the app has stored, and this one cannot read, stays until one can', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const answersReturn = await redeemUnanswered(page, club, member)
  const stored = async () =>
    (await readDatabase(page, 'club-bravo-scans')).flatMap((row) => (v.is(StoredCall, row) ? [row] : []))
  const [asked] = await stored()
  if (asked === undefined) throw new Error('The call is not stored')
  // As a later version would store it.
  const answer = { ok: true, data: { message: { code: 'redeemed' } } }
  await page.evaluate(writeRow, { ...asked, state: 'answered', answer })
  answersReturn()
  await page.reload()
  await expect(page.getByText('We don’t know yet if this was redeemed')).toBeVisible()
  for (const press of ['Find out', 'Try again', 'Try again'])
    await page.getByRole('button', { name: press, exact: true }).and(page.locator(':enabled')).click()
  await expect(popup(page, 'We haven’t had an answer yet')).toBeVisible()
  expect((await stored()).map(({ id, state }) => [id, state])).toEqual([[asked.id, 'answered']])
  expect(await redemptionsOf(club, member)).toHaveLength(1)
  // A version that can read it tells it.
  await page.evaluate(writeRow, {
    ...asked,
    state: 'answered',
    answer: { ok: true, data: { message: redeemMessages.redeemed } },
  })
  await page.reload()
  await expect(heading(page)).toHaveText('It’s yours')
  await expect.poll(stored).toEqual([])
})

test('While what another version of the app has asked for waits, a second press ends, and takes no points', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await redeemUnanswered(page, club, member)
  const asked = (await readDatabase(page, 'club-bravo-scans')).find((row) => v.is(StoredCall, row))
  // As a later version would ask.
  await page.evaluate(writeRow, { ...v.parse(StoredCall, asked), request: { pieces: 1 } })
  await page.reload()
  await redeemButton(page).click()
  await confirm(page)
  await expect(page.getByText('You’ve asked for this before, and we don’t have the answer yet.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Redeem for / })).not.toHaveAttribute('aria-busy')
  expect(await redemptionsOf(club, member)).toHaveLength(1)
})

test('A reward that runs low, and then out, between popup and press says so and takes no points', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  const leave = (left: number) =>
    club.db
      .updateTable('reward_stock')
      .set(({ eb }) => ({ stock: eb('redeemed', '+', left) }))
      .where('alias', '=', 'concert-tote')
      .execute()
  await page.goto('/en/reward-detail/concert-tote')
  await page.getByRole('button', { name: 'One more' }).click()
  await pressRedeem(page)
  await page.getByRole('radio', { name: 'Collect at the concert hall' }).check()
  await leave(1)
  await confirm(page)
  await expect(popup(page, 'Not enough left')).toContainText('only 1 is left')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Continue with 1' }).click()
  await page.getByRole('radio', { name: 'Collect at the concert hall' }).check()
  await leave(0)
  await confirm(page)
  await expect(popup(page, 'Sold out')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Sold out' })).toHaveAttribute('aria-disabled', 'true')
  expect(await pointsOf(club.db, member.id)).toBe(5000)
  await leave(64)
})

test('Redeeming says what it needs, what to know about each way to receive a reward, and why it failed', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await addPoints(club.db, member, 2500)

  await test.step('Redeeming needs a connection, and the page says so', async () => {
    await page.goto('/en/reward-detail/concert-ticket-voucher')
    await expect(redeemButton(page)).toBeVisible()
    await disconnect(page, club)
    await expect(redeemButton(page)).toHaveAttribute('aria-disabled', 'true')
    await expect(redeemButton(page)).toHaveAccessibleDescription('You’re offline. Connect to the internet to redeem.')
    await expectAccessible(page)
    await reconnect(page, club)
    await expect(redeemButton(page)).not.toHaveAttribute('aria-disabled')
  })

  await test.step('A reward that is received in one way asks for none, and says it', async () => {
    await openPopup(page, 'concert-ticket-voucher')
    const dialog = popup(page, 'Redeem this reward?')
    await expect(dialog.getByText(member.email)).toBeVisible()
    await expect(dialog.getByRole('combobox').or(dialog.getByRole('radio'))).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('A member who is short of points reads how many are missing, on the page and after spending them elsewhere', async () => {
    await page.goto('/en/reward-detail/dinner-and-concert-for-two')
    await expect(page.getByRole('button', { name: 'You need more points' })).toHaveAccessibleDescription(
      'You have 2,500 points. Earn 17,500 more to redeem this.',
    )
    await expectAccessible(page)
    await openPopup(page, 'concert-ticket-voucher')
    await addEntries(club.db, member.id, [{ code: 'Asia Miles Redemption', points: -1000, at: new Date() }])
    await confirm(page)
    await expect(heading(page)).toHaveText('You don’t have enough points')
    await expect(page.getByText('No points were taken')).toBeVisible()
    await expectAccessible(page)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'You need more points' })).toBeVisible()
    await page.goto('/en/redeem-fail')
    await expect(page).toHaveURL(/\/en$/)
  })

  await test.step('Each way to receive a reward says what to know about it, and the club’s own reason is on the page of a failure', async () => {
    await addPoints(club.db, member, 3500)
    await openPopup(page, 'season-programme-book')
    const dialog = popup(page, 'Redeem this reward?')
    const ways = dialog.getByRole('group', { name: 'How you’ll receive it' })
    await expect(ways.getByRole('radio', { checked: true })).toHaveCount(0)
    await ways.getByRole('radio', { name: 'By post' }).check()
    await expect(dialog.getByRole('heading', { name: 'Postal address' })).toBeVisible()
    const link = dialog.getByRole('link', { name: 'Edit address' })
    await expect(link).toHaveAttribute(
      'href',
      /\/en\/member-detail-edit\?from=reward-detail&reward=season-programme-book$/,
    )
    await ways.getByRole('radio', { name: 'By post' }).press('ArrowUp')
    await expect(ways.getByRole('radio', { name: 'Collect at the concert hall' })).toBeChecked()
    await expect(link).toHaveCount(0)
    await expect(dialog.getByText(/desk|counter/i).first()).toBeVisible()
    const answer = {
      message: 'redeem request refused',
      error: { first: 'The desk is closed until 2 March.', second: 'x' },
    }
    club.proxy.fault({ path: '/redeem' }, json(answer))
    const delay = await watchResultDelay(page, '/redeem')
    await confirm(page)
    await expect(page).toHaveURL(/\/en\/redeem-fail$/)
    expect(await delay()).toBeGreaterThan(leastResultDelayMs)
    await expect(page.getByRole('main').getByText('The desk is closed until 2 March.')).toBeVisible()
  })

  await test.step('Redeeming needs a verified address, and the page says so', async () => {
    await club.db.updateTable('members').set({ email_verified: false }).where('id', '=', member.id).execute()
    await page.goto('/en/reward-detail/concert-ticket-voucher')
    await expect(page.getByText('Verify your email address first')).toBeVisible()
    await expect(redeemButton(page)).toHaveCount(0)
    await expectAccessible(page)
    await page.getByRole('link', { name: 'Verify my email' }).click()
    await expect(page).toHaveURL(/\/en\/email-verification$/)
  })
})

test('On a phone the way to redeem stays in sight, clear of the tab bar and the page’s end', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 2000)
  const names = {
    'concert-tote': { en: 'Redeem', tc: '換領', sc: '兑换' },
    'da-capo-dinner-voucher': { en: 'You need more points', tc: '儲足夠積分後再換領', sc: '攒够积分后再兑换' },
  }
  for (const [alias, words] of Object.entries(names)) {
    await page.goto(`/en/reward-detail/${alias}`)
    for (const lang of languages)
      await test.step(`${alias} in ${lang}`, async () => {
        await showIn(page, lang)
        await expectInSight(page, page.getByRole('main').getByRole('button', { name: words[lang], exact: true }))
        await expectAccessible(page)
      })
  }
})

/** Expects of a button that it stays in sight on every phone, at both ends of its page. */
async function expectInSight(page: Page, button: Locator): Promise<void> {
  for (const [width, height] of [
    [390, 844],
    [390, 664],
    [320, 640],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const place of ['top', 'end']) {
      await page.evaluate((end) => scrollTo(0, end ? document.body.scrollHeight : 0), place === 'end')
      await expect(button).toBeInViewport({ ratio: 1 })
      await expect.poll(() => button.evaluate(isOnTop)).toBe(true)
    }
    // What is below the fold is drawn when it is near: the end moves.
    const covered = async () => {
      await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
      const [end, bar] = [await page.locator('footer p').last().boundingBox(), await button.boundingBox()]
      return (end?.y ?? 0) + (end?.height ?? 0) - (bar?.y ?? 0)
    }
    await expect.poll(covered).toBeLessThanOrEqual(0)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
}

/** Whether nothing covers the middle of an element. Runs in the page. */
function isOnTop(element: Element): boolean {
  const { x, y, width, height } = element.getBoundingClientRect()
  return element.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}

test('A parcel needs an address: the member adds it, comes back to the popup, and redeems', async ({
  signedInPage: page,
  club,
  member,
}) => {
  await addPoints(club.db, member, 5000)
  await openPopup(page, 'season-programme-book')
  await page.getByRole('button', { name: /^Redeem for / }).click()
  await expect(page.getByText('Choose how you’d like to receive it')).toBeVisible()
  await page.keyboard.press('Escape')
  await redeemButton(page).click()
  await page.getByRole('radio', { name: 'By post' }).check()
  await confirm(page)
  await expect(popup(page, 'Where should we send it?')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Add my address' }).click()
  await page.getByRole('textbox', { name: 'First name (English)' }).fill('Ada')
  await page.getByRole('textbox', { name: 'House, building or estate' }).fill('Lion Rock Gardens')
  await page.getByRole('textbox', { name: 'Road or street' }).fill('1 Lion Rock Road')
  await page.getByRole('combobox', { name: 'District' }).fill('Kowloon City')
  await page.getByRole('combobox', { name: 'Country or region' }).selectOption('hk')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page).toHaveURL(/\/en\/reward-detail\/season-programme-book$/)
  await expect(popup(page, 'Redeem this reward?')).toContainText('Lion Rock Gardens')
  await confirm(page)
  await expect(heading(page)).toHaveText('It’s yours')
  await expect(page.getByText('1 Lion Rock Road')).toBeVisible()
})

test('A member redeems by post in Chinese', async ({ signedInPage: page, club, member }) => {
  await addPoints(club.db, member, 5000)
  const address = {
    house_or_building_estate: '獅子山花園',
    road_or_street: '獅子山道',
    district: '九龍城區',
    country: 'hk',
  }
  await club.db.updateTable('members').set(address).where('id', '=', member.id).execute()
  for (const [lang, words] of [
    [
      'tc',
      {
        redeem: '換領',
        way: '領取方法',
        post: '郵寄',
        country: '香港',
        now: '以 400 積分換領',
        done: '換領成功',
        mine: '我的獎賞',
        details: '詳情',
      },
    ],
    [
      'sc',
      {
        redeem: '兑换',
        way: '领取方式',
        post: '邮寄',
        country: '香港',
        now: '用 400 积分兑换',
        done: '兑换成功',
        mine: '我的奖励',
        details: '详情',
      },
    ],
  ] as const)
    await test.step(`A member redeems by post in ${lang}`, async () => {
      await page.goto(`/${lang}/reward-detail/season-programme-book`)
      await page.getByRole('button', { name: words.redeem, exact: true }).click()
      const post = page.getByRole('group', { name: words.way }).getByRole('radio', { name: words.post })
      // The way in which the last one was received is chosen already.
      await expect(post).toBeChecked({ checked: lang === 'sc' })
      await post.check()
      await expect(page.getByRole('dialog').getByText(words.country)).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: words.now }).click()
      await expect(heading(page)).toHaveText(words.done)
      await expectAccessible(page)
      await page.getByRole('main').getByRole('link', { name: words.mine }).click()
      await expect(heading(page)).toHaveText(words.mine)
      await page.getByRole('button', { name: words.details, exact: true }).first().click()
      await expect(page.getByText('獅子山道').first()).toBeVisible()
    })
})

test('My rewards stay on the device when a sign-in has ended', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  await addPoints(club.db, member, 5000)
  await openPopup(page, 'concert-ticket-voucher')
  await confirm(page)
  await page.getByRole('link', { name: 'Go to My rewards' }).click()
  const reference = (await page.getByText(/^[\dA-Z]{4}-[\dA-Z]{4}$/).textContent()) ?? 'none'
  await expect.poll(() => persistedAnswers(page)).toContain(reference)
  await endClubTokens(club, member)
  await endProviderSessions(club)
  // The app is on its way to the provider before the page has loaded to its end.
  await page.goto('/en/my-rewards', { waitUntil: 'commit' })
  await expect(page.getByLabel('Email address')).toBeVisible()
  expect(await persistedAnswers(page)).toContain(reference)
})
