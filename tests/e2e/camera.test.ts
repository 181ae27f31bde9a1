import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { makeFilm } from '#tests/support/cameraFilm.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { test as clubTest } from '#tests/support/club.ts'
import { chooseFile, pointsShown, signIn } from '#tests/support/gestures.ts'
import { creditsOf } from '#tests/support/members.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import type { Scene } from '#tests/support/scenes.ts'
import { type IssuedTicket, issueTicket } from '#tests/support/tickets.ts'

/** Gives the page a browser of its own whose camera plays a film of a ticket. */
const test = clubTest.extend<{ scene: Scene; ticket: IssuedTicket }>({
  scene: ['clean', { option: true }],
  ticket: async ({ club }, use) => use(await issueTicket(club.db)),
  context: async ({ scene, ticket, club, contextOptions }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'club-bravo-film-'))
    const film = await makeFilm({ code: ticket.code, scene, path: join(folder, 'ticket.y4m') })
    const browser = await chromium.launch(await chromiumLaunch({ film }))
    await use(await browser.newContext({ ...contextOptions, baseURL: club.origin, permissions: ['camera'] }))
    await browser.close()
    await rm(folder, { recursive: true })
  },
})

for (const scene of ['clean', 'turned', 'blurred', 'dim'] as const) {
  test.describe(scene, () => {
    test.use({ scene })

    test(`A ${scene} ticket before the camera is read, confirmed, and its points are on home`, async ({
      page,
      club,
      member,
      ticket,
    }) => {
      await signIn(page, member)
      await page.getByRole('link', { name: 'Scan a ticket' }).click()
      await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).click()
      await expect(page.getByRole('heading', { name: ticket.concert })).toBeVisible()
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
      expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
      await page.goto('/en')
      await expect(pointsShown(page)).toHaveText(String(ticket.amount))
    })
  })
}

clubTest.describe('a camera that is denied', () => {
  clubTest('The scanner says that the camera is denied, and a picture does instead', async ({ page, club, member }) => {
    const ticket = await issueTicket(club.db)
    await signIn(page, member)
    await page.goto('/en/scanner')
    await expect(page.getByText(/camera/i).first()).toBeVisible()
    await expectAccessible(page)
    await chooseFile(page, pictureOf(ticket.code))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
  })
})
