import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { languages } from '#contract/language.ts'
import { recordAct, recordLook, staffActor } from '#server/services/acts.ts'
import { openStudentCard, saveStudentCard } from '#server/services/membership/studentCards.ts'
import { adjustPoints } from '#server/services/points/pointAdjustments.ts'
import { markParcel } from '#server/services/spending/parcels.ts'
import { takePoints } from '#server/services/points/points.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { addRedemption } from '#server/store/spending/redemptions.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { expectAccessible } from '#tests/support/axe.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import type { Club } from '#tests/support/club.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { refusal } from '#tests/support/faults.ts'
import type { TestMember } from '#tests/support/members.ts'
import { disconnect, reconnect } from '#tests/support/offlineCopies.ts'
import { showIn, untilOfflineReady } from '#tests/support/pageActions.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type Say, translationsOf } from '#tests/support/translations.ts'

/** A look of the counter, points given for a reason, a look at the student card, and what a later version does. */
async function doThings({ db, server }: Club, { id, email }: TestMember) {
  await recordLook(db.actingAs(staffActor('ada', 'counter')), 'member_search', id)
  const grant = { kind: 'grant', member: email, points: 1500, type: 'Bulk Import', pointsExpiryMonths: null } as const
  await adjustPoints(asStaff(db), { ...grant, reason: 'Competition of May', isDryRun: false, now: new Date() })
  const readKeys = () => readSealingKeys(server.dataDir)
  const card = { memberId: id, type: 'image/png', bytes: Buffer.from('a card') } as const
  await inTransaction(db, (transaction) => saveStudentCard(transaction, card, { readKeys, now: new Date() }))
  const keys = await readKeys()
  await openStudentCard(asStaff(db), id, keys)
  const subject = { kind: 'event', id: 'talk' } as const
  await inTransaction(asStaff(db), (transaction) =>
    recordAct(transaction, { action: 'guests_export', subject, memberId: id, reason: 'List for the door' }),
  )
}

/** Shows the page that is open in each language, by the language switch. */
async function inEachLanguage(page: Page, expectPage: (say: Say) => Promise<void>): Promise<void> {
  for (const lang of languages)
    await test.step(lang, async () => {
      await showIn(page, lang)
      await expectPage(await translationsOf(lang))
    })
}

test('A member reads what was done with their data, in each language, on a phone and a desktop', async ({
  signedInPage: page,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(failedRequests)
  const endFault = club.proxy.fault({ path: /\/users\/acts$/ }, refusal(503))
  await page.goto('/sc/your-data')
  await inEachLanguage(page, async (say) => {
    await expect(page.getByText(say('We couldn’t load this list'))).toBeVisible()
    await expect.soft(page.getByRole('button', { name: say('Try again') })).toBeVisible()
    await expectAccessible(page)
  })
  endFault()
  const say = await translationsOf('sc')
  await page.getByRole('button', { name: say('Try again') }).click()
  await inEachLanguage(page, async (inOther) => {
    await expect(page.getByText(inOther('Nothing so far'))).toBeVisible()
    await expectAccessible(page)
  })

  await doThings(club, member)
  // A member's own answers are in no cache.
  const answered = page.waitForResponse(/\/users\/acts/)
  await page.reload()
  expect((await answered).headers()['cache-control']).toContain('no-store')
  await inEachLanguage(page, async (inOther) => {
    const title = inOther('What we did with your data')
    await expect.soft(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const acts = page.getByRole('list', { name: title }).getByRole('listitem')
    await expect(acts).toHaveCount(4)
    await expect
      .soft(acts.nth(0))
      .toContainText(inOther('We put your name, mobile number and email address on the guest list of an event'))
    await expect.soft(acts.nth(0)).toContainText('List for the door')
    await expect.soft(acts.nth(1)).toContainText(inOther('We looked at your student card'))
    await expect.soft(acts.nth(2)).toContainText('1,500')
    await expect.soft(acts.nth(2)).toContainText('Competition of May')
    await expect.soft(acts.nth(2).getByRole('time')).toContainText(':')
    await expect.soft(acts.nth(3)).toContainText(inOther('Our counter staff looked at your account'))
    await expect.soft(acts.nth(3).getByRole('time')).not.toContainText(':')
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      await expectAccessible(page)
    }
  })
})

installedTest(
  'What was done with their data is there offline, and in the copy that the member takes home',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    await doThings(club, member)
    await page.goto('/en/account-settings')
    await page.getByRole('link', { name: 'What we did with your data' }).click()
    await expect(page.getByText('We gave you 1,500 points')).toBeVisible()
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('users/acts')
    await disconnect(page, club)
    await page.goto('/en/your-data')
    await expect(page.getByText('We gave you 1,500 points')).toBeVisible()
    await expect(page.getByRole('main').getByText(/Last updated /)).toBeVisible()
    await expectAccessible(page)
    await reconnect(page, club)
    await page.goto('/en/account-settings')
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download my data' }).click()
    const copy = await readFile(await (await downloading).path(), 'utf8')
    expect(copy).toContain('"action": "card_view"')
    expect(copy).not.toMatch(/cli:|staff:/)
  },
)

installedTest(
  'A reward that goes by post says in My rewards when it was sent, also offline',
  async ({ signedInPage: page, club, member, browserErrors }) => {
    browserErrors.allow(failedRequests)
    const { db } = club
    const now = new Date('2026-12-03T02:00:00Z')
    await adjustPoints(asStaff(db), {
      kind: 'grant',
      member: member.email,
      points: 500,
      type: 'Bulk Import',
      reason: 'To spend',
      pointsExpiryMonths: null,
      isDryRun: false,
      now: new Date(),
    })
    const refNo = 'PARC-2345'
    await inTransaction(db, async (transaction) => {
      const cause = { memberId: member.id, code: 'Reward Redemption', reference: refNo, now: new Date() }
      const taken = await takePoints(transaction, cause, 400)
      if (taken.kind === 'short') throw new Error('Too few points')
      const address = { road_or_street: '1 Pier Road', country: 'hk' }
      const what = { alias: 'tote', quantity: 1, refNo, delivery: 'Mail', address, vouchers: [] } as const
      await addRedemption(transaction, { entryId: taken.entryId, ...what })
    })
    await page.goto('/en/my-rewards')
    await expect(page.getByText('We’ll pack it soon')).toBeVisible()
    const sent = { refNo, state: 'sent', tracking: 'RR123456789HK', now, notify: () => Promise.resolve() } as const
    expect(await markParcel(asStaff(db), sent)).toMatchObject({ kind: 'marked' })
    await page.reload()
    await expect(page.getByText('Sent on 3 Dec 2026')).toBeVisible()
    await expect(page.getByText('RR123456789HK')).toBeVisible()
    await expectAccessible(page)
    await untilOfflineReady(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('club-bravo.answers') ?? ''))
      .toContain('RR123456789HK')
    await disconnect(page, club)
    await page.goto('/en/my-rewards')
    await expect(page.getByText('Sent on 3 Dec 2026')).toBeVisible()
  },
)
