import { chromium, expect, type Page } from '@playwright/test'
import { newVoucherCode } from '#server/services/codes.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { makeFilm } from '#tests/support/cameraFilm.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import type { Club } from '#tests/support/club.ts'
import { test } from '#tests/support/clubTest.ts'
import { newMember } from '#tests/support/members.ts'
import { addRedeemer, signInAsStaff } from '#tests/support/staffPages.ts'

const fieldOf = (page: Page) => page.getByLabel('Member or voucher')
const memberShown = (page: Page, name: string) => page.getByRole('heading', { level: 2, name: new RegExp(name) })

/** Types as a hand scanner does, wherever the focus is. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function openCounter(page: Page): Promise<void> {
  await page.goto('/staff/en/counter')
  await expect(fieldOf(page)).toBeFocused()
}

/** Gives a member a name that nobody else has. */
async function rename({ db }: Club, id: string, own: Record<string, string> = {}): Promise<string> {
  const lastName = `Q${crypto.randomUUID().slice(0, 8)}`
  await db
    .updateTable('members')
    .set({ last_name: lastName, ...own })
    .where('id', '=', id)
    .execute()
  return lastName
}

test('A hand scanner’s code and Enter open a member with the voucher in front; one press marks it, and the next guest is scanned over it', async ({
  page,
  context,
  club,
}) => {
  const [first, second] = [await addRedeemer(club.db, 'Email'), await addRedeemer(club.db, 'Email')]
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  await scan(page, first.code)
  const voucher = page.getByRole('article')
  await expect(voucher).toHaveAccessibleName(first.code)
  await expect(voucher).toContainText('The voucher you looked up')
  await expect(fieldOf(page)).toBeFocused()
  await page.getByRole('button', { name: 'Mark as used' }).click()
  await expect(page.getByText('Marked as used.')).toBeVisible()
  await expect(fieldOf(page)).toBeFocused()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(page.getByText('Undone: the voucher can be used again.')).toBeVisible()

  // Its digits would lead to other pages.
  await page.getByRole('button', { name: 'Mark as used' }).focus()
  await scan(page, second.refNo)
  await expect(voucher).toHaveAccessibleName(second.code)
  await expect(voucher).toContainText('The voucher you looked up')
  await expect(fieldOf(page)).toHaveValue(second.refNo)
})

test('Whoever scans the next guest before a mark is answered is told that it was refused', async ({
  page,
  context,
  club,
}) => {
  const [used, next] = [await addRedeemer(club.db, 'Email'), await addRedeemer(club.db, 'Email')]
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  await scan(page, used.code)
  const voucher = page.getByRole('article')
  await expect(voucher).toHaveAccessibleName(used.code)
  const held = club.proxy.hold({ path: '/mark-voucher' })
  await page.getByRole('button', { name: 'Mark as used' }).click()
  await held.arrived
  // Somebody else is faster.
  await club.db.updateTable('vouchers').set({ used_at: new Date() }).where('code', '=', used.code).execute()
  await scan(page, next.code)
  await expect(voucher).toHaveAccessibleName(next.code)
  held.release()
  await expect(page.getByText(`Voucher ${used.code} wasn’t marked as used`).first()).toBeVisible()
})

test('A name, mobile, email address and number each open their member; what several share is a list to choose from by keys', async ({
  page,
  context,
  club,
}) => {
  const { id, email } = await newMember(club.db)
  const mobile = String(Math.floor(60_000_000 + Math.random() * 9_999_999))
  const number = `CB${mobile}`
  const name = await rename(club, id, { country_code: '852', mobile, member_no: number })
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  for (const known of [name, `+852 ${mobile.slice(0, 4)} ${mobile.slice(4)}`, email, number.toLowerCase()]) {
    await scan(page, known)
    await expect(memberShown(page, name)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(memberShown(page, name)).toHaveCount(0)
    await expect(fieldOf(page)).toHaveValue('')
  }

  const others = [await newMember(club.db), await newMember(club.db)]
  for (const other of others)
    await rename(club, other.id, { last_name: name, first_name: `Wai${other.id.slice(0, 4)}` })
  await scan(page, name)
  const hits = page.getByRole('list', { name: 'Members found' }).getByRole('button')
  await expect(hits).toHaveCount(3)
  await expect(page.getByRole('heading', { level: 2 })).toHaveCount(0)
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(hits.nth(1)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(hits.nth(1)).toHaveAttribute('aria-pressed', 'true')
  await expect(memberShown(page, name)).toBeVisible()
  await expect(fieldOf(page)).toBeFocused()
  await expectAccessible(page)
})

test('What finds nobody says so, shows nobody’s vouchers, and is typed over; one who is only called nearly so is not opened', async ({
  page,
  context,
  club,
}) => {
  const { id, code } = await addRedeemer(club.db, 'Email')
  await club.db.updateTable('members').set({ last_name: 'Wombattery' }).where('id', '=', id).execute()
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  await scan(page, code)
  await expect(page.getByRole('article')).toHaveCount(1)
  await scan(page, 'NO-SUCH-CODE')
  await expect(page.getByText('No member or voucher found.')).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
  await expect(fieldOf(page)).toBeFocused()
  await expectAccessible(page)
  await scan(page, 'wombatery')
  await expect(fieldOf(page)).toHaveValue('wombatery')
  await expect(page.getByText('No exact match.')).toBeVisible()
  await expect(memberShown(page, 'Wombattery')).toHaveCount(0)
})

test('Escape leaves nothing of a guest on the page, and so does a while without input, of which it warns', async ({
  page,
  context,
  club,
}) => {
  const { id, code } = await addRedeemer(club.db, 'Email')
  const name = await rename(club, id)
  await signInAsStaff(context, club, ['counter'])
  await page.clock.install()
  await openCounter(page)
  const expectReady = async () => {
    await expect(memberShown(page, name)).toHaveCount(0)
    await expect(page.getByText(name)).toHaveCount(0)
    await expect(page.getByText('Ready for the next guest.')).toBeVisible()
    await expect(fieldOf(page)).toHaveValue('')
    await expect(fieldOf(page)).toBeFocused()
    await expect(page).toHaveURL('/staff/en/counter')
  }
  await scan(page, code)
  await expect(memberShown(page, name)).toBeVisible()
  await page.getByRole('button', { name: 'Mark as used' }).focus()
  await page.keyboard.press('Escape')
  await expectReady()

  await scan(page, name)
  await expect(memberShown(page, name)).toBeVisible()
  const warning = page.getByText('This page clears in 20 seconds.')
  await page.clock.fastForward(75_000)
  await expect(warning).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Shift')
  await expect(warning).toHaveCount(0)
  await page.clock.fastForward(60_000)
  await expect(memberShown(page, name)).toBeVisible()
  await page.clock.fastForward(31_000)
  await expectReady()

  // By a press, where there is no keyboard.
  await scan(page, name)
  await expect(memberShown(page, name)).toBeVisible()
  await page.getByRole('button', { name: /^Next guest/ }).click()
  await expectReady()
})

test('A counter marks a voucher and takes the mark back; another counter is told', async ({
  page,
  context,
  browser,
  club,
}) => {
  const { code } = await addRedeemer(club.db, 'Email')
  await signInAsStaff(context, club, ['counter'])
  const other = await browser.newContext({ baseURL: club.origin })
  await signInAsStaff(other, club, ['counter'])
  const second = await other.newPage()
  for (const counter of [page, second]) {
    await openCounter(counter)
    await scan(counter, code.toLowerCase())
    await expect(counter.getByRole('button', { name: 'Mark as used' })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Mark as used' }).click()
  await expect(page.getByText('Marked as used.')).toBeVisible()
  await second.getByRole('button', { name: 'Mark as used' }).click()
  await expect(second.getByText('Already used: don’t accept it')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('Undone: the voucher can be used again.')).toBeVisible()
  await other.close()
})

test('The voucher whose code was given comes first, then those that can be used, then the expired ones', async ({
  page,
  context,
  club,
}) => {
  const day = 86_400_000
  const { code, refNo } = await addRedeemer(club.db, 'Email', new Date(Date.now() - day))
  const { transaction_id } = await club.db
    .selectFrom('redemptions')
    .select('transaction_id')
    .where('ref_no', '=', refNo)
    .executeTakeFirstOrThrow()
  const [expired, usable] = [newVoucherCode(), newVoucherCode()]
  await club.db
    .insertInto('vouchers')
    .values([
      { transaction_id, code: expired, expires_at: new Date(Date.now() - 2 * day) },
      { transaction_id, code: usable, expires_at: new Date(Date.now() + day) },
    ])
    .execute()
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  const vouchers = page.getByRole('article')
  await scan(page, code.toLowerCase().replaceAll('-', ''))
  for (const [at, one] of [code, usable, expired].entries()) await expect(vouchers.nth(at)).toHaveAccessibleName(one)
  await expect(vouchers.first()).toContainText('The voucher you looked up')
  await scan(page, usable)
  for (const [at, one] of [usable, expired, code].entries()) await expect(vouchers.nth(at)).toHaveAccessibleName(one)
  await vouchers.first().getByRole('button', { name: 'Mark as used' }).click()
  await expect(vouchers.first()).toContainText('Marked as used.')
  await expectAccessible(page)
})

test('Who may mark no voucher finds members as before, and reads no code', async ({ page, context, club }) => {
  const { id, code } = await addRedeemer(club.db, 'Email')
  const name = await rename(club, id)
  await signInAsStaff(context, club, ['box_office'])
  await openCounter(page)
  await scan(page, name)
  await expect(memberShown(page, name)).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(page.getByText(code)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Mark as used' })).toHaveCount(0)
})

test('The camera reads a voucher’s QR code, and opens the member with the voucher in front', async ({
  club,
  contextOptions,
}, testInfo) => {
  const { code } = await addRedeemer(club.db, 'Email')
  const film = await makeFilm({ code, path: testInfo.outputPath('voucher.y4m') })
  const browser = await chromium.launch(await chromiumLaunch({ film }))
  const context = await browser.newContext({ ...contextOptions, baseURL: club.origin, permissions: ['camera'] })
  await signInAsStaff(context, club, ['counter'])
  const page = await context.newPage()
  await openCounter(page)
  await page.getByRole('button', { name: 'Scan with the camera' }).press('Enter')
  await expect(page.getByRole('article')).toHaveAccessibleName(code)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('video')).toHaveCount(0)
  await expect(fieldOf(page)).toHaveValue(code)
  await expect(page.getByRole('button', { name: 'Mark as used' })).toBeVisible()
  await browser.close()
})

test('A desk without a camera is told so, and closes the dialog by Escape, which keeps the guest', async ({
  page,
  context,
  club,
}) => {
  const { code } = await addRedeemer(club.db, 'Email')
  await signInAsStaff(context, club, ['counter'])
  await openCounter(page)
  await scan(page, code)
  await expect(page.getByRole('article')).toHaveCount(1)
  await page.getByRole('button', { name: 'Scan with the camera' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Scan a QR code' })
  await expect(dialog.getByText('No camera found.')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(page.getByRole('article')).toHaveCount(1)
})
