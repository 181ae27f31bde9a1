import { randomUUID } from 'node:crypto'
import { expect } from '@playwright/test'
import { capturedEntry } from '#src/outbox/entry.ts'
import { failedRequests } from '#tests/support/browserErrors.ts'
import { installedTest, test } from '#tests/support/clubTest.ts'
import { json, refusal } from '#tests/support/faults.ts'
import { creditsOf, pointsOf } from '#tests/support/members.ts'
import { expectNoScans, writeRow } from '#tests/support/outboxRows.ts'
import { openOfflineReady, scanPicture } from '#tests/support/pageActions.ts'
import { issueTicket, issueTickets } from '#tests/support/tickets.ts'

test.beforeEach(({ browserErrors }) => browserErrors.allow(failedRequests))

installedTest(
  'A scan that was tried often without a network is sent beside those on which the server always fails',
  async ({ signedInPage: page, club, member }) => {
    const [good, ...failing] = await issueTickets(club.db, { count: 5 })
    const rowOf = ({ code = '' } = {}, attempts: number) => ({
      ...capturedEntry({ id: randomUUID(), memberId: member.id, code, capturedAt: Date.now() }),
      confirmed: true,
      attempts,
      triedAt: Date.now(),
    })
    club.proxy.fault({ path: '/scan-ticket' }, ({ body }) =>
      failing.some(({ code }) => body.includes(code)) ? refusal(500) : null,
    )
    await openOfflineReady(page, member)
    await expectNoScans(page)
    await page.goto('/livez')
    await page.evaluate(writeRow, rowOf(good, 25))
    for (const ticket of failing) await page.evaluate(writeRow, rowOf(ticket, 0))
    await page.goto('/en/my-scans')
    await expect(page.getByText('Points added')).toBeVisible()
    expect(await creditsOf(club.db, good?.ticketNo ?? '')).toBe(1)
  },
)

installedTest(
  'Answers that a proxy has mixed up, that name no call or another, end no scan and give no points on the phone',
  async ({ signedInPage: page, club, member }) => {
    const ticket = await issueTicket(club.db)
    const refused = json({ status: 'invalid', ticket_info: null })
    club.proxy.fault({ path: '/scan-ticket', times: 1 }, { ...refused, anonymous: true })
    const another = { 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    club.proxy.fault({ path: '/scan-ticket', times: 1 }, { ...refused, headers: another })
    const toNobody = club.proxy.fault({ path: '/verify-ticket' }, json({ status: 'success', ticket_info: null }))
    await openOfflineReady(page, member)
    await scanPicture(page, ticket.code)
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Saved for now' })).toBeVisible()
    expect(await pointsOf(club.db, member.id)).toBe(0)
    toNobody()
    await page.goto('/en/my-scans')
    await expect(page.getByText('Points added')).toBeVisible()
    expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
  },
)
