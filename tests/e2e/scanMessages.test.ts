import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { test } from '#tests/support/clubTest.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { newMember } from '#tests/support/members.ts'
import { boxOf, scanNext, scanPicture } from '#tests/support/pageActions.ts'
import { issueTicket, issueTickets, confirmAll } from '#tests/support/tickets.ts'

const group = 'scan_result_messages'
const inMain = (page: Page, words: string) => page.getByRole('main').getByText(words)

test('The editors’ texts are shown with a scan, and the product’s own where they wrote none', async ({
  signedInPage: page,
  club,
}) => {
  const [single, product, ...family] = await issueTickets(club.db, { count: 4 })
  if (!single || !product) throw new Error('Four tickets were asked for.')
  const registered = page.getByRole('heading', { name: 'Your ticket is in your account' })
  const withTexts = (found: string | null, pending: string | null, work: () => Promise<void>) =>
    withEntry(club.db, { group, key: 'found' }, { texts: { content: found === null ? {} : { en: found } } }, () =>
      withEntry(
        club.db,
        { group, key: 'pending' },
        { texts: { content: pending === null ? {} : { en: pending } } },
        work,
      ),
    )
  await withTexts('Compare it, please.', 'Sit back.', async () => {
    await test.step('A found ticket is confirmed with the editors’ texts, for one ticket and for several', async () => {
      await scanPicture(page, single.code)
      await expect(page.getByText('Is this your ticket?')).toBeVisible()
      await expect(inMain(page, 'Compare it, please.')).toBeVisible()
      await expect(inMain(page, 'Confirm to get your points.')).toHaveCount(0)
      await expectAccessible(page)

      await scanNext(page, ...family.map(({ code }) => code))
      await expect(page.getByRole('button', { name: confirmAll(family) })).toBeVisible()
      await expect(inMain(page, 'Compare it, please.')).toHaveCount(1)
      await expect(inMain(page, 'Compare it, please.')).toBeVisible()
      await expectAccessible(page)
    })
    await test.step('A ticket that waits for its concert says so with the editors’ texts', async () => {
      await scanNext(page, (await issueTicket(club.db, 'pending')).code)
      await expect(registered).toBeVisible()
      await expect(inMain(page, 'Sit back.')).toBeVisible()
      await expect(inMain(page, 'There’s nothing more you need to do.')).toHaveCount(0)
      await expectAccessible(page)
    })
  })
  await withTexts(null, null, () =>
    test.step('The product’s own texts appear where the editors wrote none', async () => {
      await scanPicture(page, product.code)
      await expect(inMain(page, 'Confirm to get your points.')).toBeVisible()
      await scanNext(page, (await issueTicket(club.db, 'pending')).code)
      await expect(registered).toBeVisible()
      await expect(inMain(page, 'There’s nothing more you need to do.')).toBeVisible()
    }),
  )
})

test('The pages of a scan say no more than the club has answered', async ({ signedInPage: page, club }) => {
  await test.step('A ticket that was not looked up yet is not shown as found', async () => {
    const ticket = await issueTicket(club.db)
    const lookUp = club.proxy.hold({ path: /\/scan-ticket$/ })
    await scanPicture(page, ticket.code)
    await lookUp.arrived
    await expect(inMain(page, 'Checking your ticket…')).toBeVisible()
    const words = inMain(page, 'seat and price are right')
    await expect(words).toBeAttached()
    await expect(words).toBeHidden()
    const confirm = page.getByRole('button', { name: 'Confirm' })
    const place = await boxOf(confirm)
    lookUp.release()
    await expect(words).toBeVisible()
    await expect.poll(() => confirm.boundingBox()).toEqual(place)
  })
  await test.step('Where only some of several tickets give points, the title counts them', async () => {
    const [own, taken] = await issueTickets(club.db, { count: 2 })
    if (!own || !taken) throw new Error('Two tickets were asked for.')
    await scanNext(page, own.code, taken.code)
    const confirm = page.getByRole('button', { name: confirmAll([own, taken]) })
    await expect(confirm).toBeVisible()
    const { id } = await newMember(club.db)
    const claim = { ticket_no: taken.ticketNo, member_id: id, claimed_at: new Date() }
    await club.db.insertInto('ticket_claims').values(claim).execute()
    await confirm.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Points added for 1 of 2 tickets')
  })
})

test('A saved scan is called no safer than it is', async ({ signedInPage: page, club, browserErrors }) => {
  browserErrors.allow(failedRequests)
  const ticket = await issueTicket(club.db)
  club.proxy.fault({ path: /\/(?:scan|verify)-ticket$/ }, { kind: 'reset' })
  await scanPicture(page, ticket.code)
  await test.step('Where the browser may delete what is stored, a saved scan says so everywhere, with the way to make it safe', async () => {
    // A browser without a profile, as a private window: what it stores ends with it.
    expect(await page.evaluate(() => navigator.storage.persisted())).toBe(false)
    await page.getByRole('button', { name: 'Confirm' }).click()
    for (const path of ['scan-success', 'my-scans']) {
      if (path === 'my-scans') await page.getByRole('link', { name: 'See all my scans' }).click()
      await expect(page).toHaveURL(new RegExp(`/en/${path}`))
      await expect(inMain(page, 'Saved in this browser for now')).toBeVisible()
      await expect(inMain(page, 'Saved for now')).toBeVisible()
      await expect(page.getByText('Saved on this device')).toHaveCount(0)
      await expectAccessible(page)
      await inMain(page, 'How to keep it safe').click()
      await expect(inMain(page, 'You’ll get your points once you open Club Bravo online.')).toBeVisible()
      await expect(inMain(page, 'To keep your scans safe, install this app')).toBeVisible()
      await expectAccessible(page)
    }
    await page.goto('/en/member-detail')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('dialog')).toContainText('This browser may delete your scans before you sign in again')
  })
  await test.step('A saved scan that is deleted with the site’s data while it is shown is not called saved any longer', async () => {
    await page.keyboard.press('Escape')
    await scanNext(page, (await issueTicket(club.db)).code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    await page.evaluate(() => void indexedDB.deleteDatabase('club-bravo-scans'))
    await expect(page.getByRole('heading', { name: 'Your scan is no longer on this device' })).toBeVisible()
    await expect(page.getByText('Saved for now')).toHaveCount(0)
    await expectAccessible(page)
  })
})
