import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect } from '@playwright/test'
import { expectAccessible } from '#tests/support/axe.ts'
import { makeFilm } from '#tests/support/cameraFilm.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { test as clubTest } from '#tests/support/clubTest.ts'
import { chooseFile, pointsShown, openHome } from '#tests/support/pageActions.ts'
import { creditsOf } from '#tests/support/members.ts'
import { pictureOf } from '#tests/support/pictures.ts'
import type { Scene } from '#tests/support/scenes.ts'
import { type IssuedTicket, issueTicket } from '#tests/support/tickets.ts'

/** Chromium's own fake camera: a test picture without any code. */
const emptyCamera = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream']

/**
 * Gives the page a separate browser whose camera plays a film of a ticket; without a scene, the film shows no ticket.
 */
const test = clubTest.extend<{ scene: Scene | null; ticket: IssuedTicket }>({
  scene: ['clean', { option: true }],
  ticket: async ({ club }, use) => use(await issueTicket(club.db)),
  context: async ({ scene, ticket, club, contextOptions }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'club-bravo-film-'))
    const camera = scene
      ? { film: await makeFilm({ code: ticket.code, scene, path: join(folder, 'ticket.y4m') }) }
      : { args: emptyCamera }
    const browser = await chromium.launch(await chromiumLaunch(camera))
    await use(await browser.newContext({ ...contextOptions, baseURL: club.origin, permissions: ['camera'] }))
    await browser.close()
    await rm(folder, { recursive: true })
  },
})

for (const scene of ['clean', 'turned', 'blurred', 'dim'] as const) {
  test.describe(scene, () => {
    test.use({ scene })

    test(`A ${scene} ticket in front of the camera is read, confirmed, and its points appear on home`, async ({
      signedInPage: page,
      club,
      member,
      ticket,
    }) => {
      await openHome(page, member)
      await page.getByRole('link', { name: 'Scan a ticket' }).first().click()
      // Home's link has the same words as the next page's.
      await expect(page.getByRole('heading', { name: 'Scan your concert ticket' })).toBeVisible()
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

/**
 * Cameras that give no picture, as the page hears of it. A device that is busy cannot be had here, so its error is put
 * in its place.
 */
const withoutPicture = [
  {
    kind: 'denied',
    args: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream=deny'],
    says: 'Camera access isn’t allowed',
  },
  { kind: 'missing', args: [], says: 'No camera found' },
  { kind: 'busy', args: ['--use-fake-device-for-media-stream'], says: 'The camera is in use' },
] as const

for (const { kind, args, says } of withoutPicture) {
  test.describe(`a camera that is ${kind}`, () => {
    test.use({
      context: async ({ club, contextOptions }, use) => {
        const browser = await chromium.launch(await chromiumLaunch({ args }))
        const context = await browser.newContext({ ...contextOptions, baseURL: club.origin })
        if (kind === 'busy') await context.addInitScript(takeCamera)
        await use(context)
        await browser.close()
      },
    })

    test(`A camera that is ${kind} is reported as such, and a photo works instead`, async ({
      signedInPage: page,
      club,
      ticket,
    }) => {
      await page.goto('/en/scanner')
      await expect(page.getByRole('heading', { name: says })).toBeVisible()
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
      await expectAccessible(page)
      await chooseFile(page, pictureOf(ticket.code))
      await page.getByRole('button', { name: 'Confirm' }).click()
      await expect(page.getByRole('heading', { name: 'Points added' })).toBeVisible()
      expect(await creditsOf(club.db, ticket.ticketNo)).toBe(1)
    })
  })
}

/** Answers as a camera does that another app holds. Runs in the page. */
function takeCamera(): void {
  if (!isSecureContext) return
  navigator.mediaDevices.getUserMedia = () =>
    Promise.reject(new DOMException('Could not start video source', 'NotReadableError'))
}

test.describe('a camera without a ticket in front of it', () => {
  // A ticket would be read at once, and the page would be left automatically.
  test.use({ scene: null })

  test('The camera is released when the page is left', async ({ signedInPage: page }) => {
    await page.addInitScript(countCameras)
    await page.goto('/en/scan-intro')
    await page.getByRole('main').getByRole('link', { name: 'Scan a ticket' }).click()
    await expect.poll(() => page.evaluate(openTracks)).toBeGreaterThan(0)
    await page.getByRole('link', { name: 'Club Bravo' }).click()
    await expect(pointsShown(page)).toBeVisible()
    await expect.poll(() => page.evaluate(openTracks)).toBe(0)
  })
})

/** Remembers every track that a camera gives. Runs in the page. */
function countCameras(): void {
  const tracks: MediaStreamTrack[] = []
  const give = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices)
  navigator.mediaDevices.getUserMedia = async (wishes) => {
    const stream = await give(wishes)
    tracks.push(...stream.getTracks())
    return stream
  }
  Object.assign(globalThis, { tracksGiven: tracks })
}

/** How many of them are still on. Runs in the page. */
function openTracks(): number {
  const tracks: unknown = Reflect.get(globalThis, 'tracksGiven')
  if (!Array.isArray(tracks)) return 0
  return tracks.filter((track) => track instanceof MediaStreamTrack && track.readyState === 'live').length
}
