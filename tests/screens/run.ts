/**
 * Takes screenshots of every page: in each language, on a phone and a desktop, light and dark, as a visitor and as a
 * member, from the real server with the demo season.
 *
 *     npm run screens -- DIR [WORD]
 *
 * DIR receives the pictures and `index.html`, which shows them all. With WORD, only pages whose name contains it; with
 * `mails`, every mail instead.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { type Language, languages } from '#contract/language.ts'
import { demoPassword } from '#server/seed/accounts.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { startServer } from '#tests/support/server.ts'
import { captureMails } from './mails.ts'
import { screens, type ShownPage, themes, viewers } from './pages.ts'
import { contactSheet, type Shot } from './sheet.ts'

type Viewer = (typeof viewers)[number]
type Screen = (typeof screens)[number]

/** Everything that a run produces. */
interface Album {
  folder: string
  shots: Shot[]
  /** Pages of which no picture could be taken, with the reason. */
  failures: string[]
}

/** Waits until the page is complete: its contents, its fonts, and its pictures, in view or not. */
async function waitUntilComplete(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  // What is below the fold is drawn for those who use the page.
  await page.mouse.wheel(0, 1)
  await page.waitForLoadState('networkidle')
  await page.locator('[aria-busy=true]').first().waitFor({ state: 'detached' })
  await page.evaluate(async () => {
    await document.fonts.ready
    const pictures = [...document.images]
    for (const picture of pictures) picture.loading = 'eager'
    // A broken picture shows its placeholder, which is captured.
    await Promise.allSettled(pictures.map((picture) => picture.decode()))
  })
}

async function takePictures(page: Page, viewer: Viewer, lang: Language, screen: Screen, album: Album): Promise<void> {
  for (const shown of viewer.pages.filter(({ name }) => name.includes(wanted))) {
    const row = `${viewer.name}: ${shown.name}`
    try {
      await openPage(page, shown, lang)
      for (const theme of themes) {
        const file = `${viewer.name} ${shown.name} ${lang} ${screen.name} ${theme}.jpg`
        await page.emulateMedia({ colorScheme: theme })
        await page.screenshot({
          path: join(album.folder, file),
          fullPage: true,
          type: 'jpeg',
          quality: 85,
          animations: 'disabled',
        })
        album.shots.push({ row, column: `${lang}, ${screen.name}, ${theme}`, file })
      }
    } catch (error) {
      album.failures.push(`${row} (${lang}, ${screen.name}): ${String(error)}`)
    }
  }
}

async function openPage(page: Page, { path }: ShownPage, lang: Language): Promise<void> {
  await page.goto(`/${lang}${path}`)
  await waitUntilComplete(page)
}

/** A separate browser for this viewer, for all languages: signed in once. */
async function captureViewer(browser: Browser, baseURL: string, viewer: Viewer, album: Album): Promise<void> {
  const context = await browser.newContext({
    baseURL,
    serviceWorkers: 'block',
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Hong_Kong',
  })
  const page = await context.newPage()
  if (viewer.email !== null) await signInAs(page, viewer.email)
  for (const lang of languages) {
    for (const screen of screens) {
      await page.setViewportSize(screen)
      await takePictures(page, viewer, lang, screen, album)
    }
    process.stdout.write(`${viewer.name}, ${lang}: ${album.shots.length} pictures so far\n`)
  }
  await context.close()
}

async function signInAs(page: Page, email: string): Promise<void> {
  await page.goto('/en')
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
  await fillSignIn(page, { id: '', firstName: '', email, password: demoPassword })
  await page.locator('#points').waitFor()
}

const [folder, wanted = ''] = process.argv.slice(2)
if (folder === undefined) {
  process.stderr.write('Say where the pictures go: npm run screens -- DIR\n')
  process.exit(2)
}
await mkdir(folder, { recursive: true })
const album: Album = { folder, shots: [], failures: [] }
const server = await startServer()
const browser = await chromium.launch(await chromiumLaunch())
try {
  if (wanted === 'mails') album.shots.push(...(await captureMails(browser, server.origin, folder)))
  else for (const viewer of viewers) await captureViewer(browser, server.origin, viewer, album)
} finally {
  await browser.close()
  await server.stop()
}
await writeFile(join(folder, 'index.html'), contactSheet(album.shots))
for (const failure of album.failures) process.stderr.write(`No picture of ${failure}\n`)
process.stdout.write(`${album.shots.length} pictures: ${join(folder, 'index.html')}\n`)
process.exitCode = album.failures.length === 0 ? 0 : 1
