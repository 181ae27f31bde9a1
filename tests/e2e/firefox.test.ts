import { expect } from '@playwright/test'
import { test } from '#tests/support/club.ts'
import { networkReturns, pointsShown, scanPicture, signIn, untilOfflineReady } from '#tests/support/pageActions.ts'
import { creditsOf } from '#tests/support/members.ts'
import { issueTicket } from '#tests/support/tickets.ts'

test('In Firefox, a scan made offline is credited once after reconnecting', async ({
  page,
  context,
  club,
  member,
  browserErrors,
}) => {
  browserErrors.allow(/NetworkError|NS_ERROR|Failed to load|ServiceWorker/)
  const ticket = await issueTicket(club.db)
  await signIn(page, member)
  await untilOfflineReady(page)
  await club.proxy.goOffline()
  await scanPicture(page, ticket.code)
  await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
  await page.close()

  const reopened = await context.newPage()
  await reopened.goto('/en/my-scans')
  await expect(reopened.getByRole('heading', { name: ticket.concert })).toBeVisible()
  await networkReturns(reopened, club)
  await expect(reopened.getByText('Points added')).toBeVisible()
  expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  await reopened.goto('/en')
  await expect(pointsShown(reopened)).toHaveText(String(ticket.amount))
})
