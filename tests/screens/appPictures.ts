/**
 * Makes the pictures that the manifests and iOS show of the app: screenshots of the real pages with the demo season, in
 * each language, and icons and start pictures from `public/icon.svg`. They are committed, because a build must work
 * without a browser; run this after the look of these pages has changed. `server/http/manifests.test.ts` checks that
 * each file has its name and size.
 *
 *     npm run make -- pictures
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { languages } from '#contract/language.ts'
import { startPictures } from '#src/features/install/startPictures.ts'
import { buildApp } from '#server/render/buildApp.ts'
import { demoPassword } from '#server/seed/accounts.ts'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { fillSignIn } from '#tests/support/pageActions.ts'
import { startServer } from '#tests/support/server.ts'

const folder = fileURLToPath(new URL('../../public', import.meta.url))

/** A page below the language, and the window it is shown in: CSS pixels, and how many dots each has. */
const screenshots = [
  { name: 'home', path: '', form: 'narrow' },
  { name: 'rewards', path: '/reward-list', form: 'narrow' },
  { name: 'card', path: '/membership-card', form: 'narrow' },
  { name: 'home', path: '', form: 'wide' },
  { name: 'rewards', path: '/reward-list', form: 'wide' },
] as const
const windows = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const

/** The window as a picture, in all its dots. WebP is a fifth of a PNG. */
async function capture(page: Page, file: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await sharp(await page.screenshot({ animations: 'disabled' }))
    .webp({ quality: 70 })
    .toFile(path)
  process.stdout.write(`public/${file}\n`)
}

async function takeScreenshots(browser: Browser, baseURL: string): Promise<void> {
  for (const form of ['narrow', 'wide'] as const) {
    const common = { baseURL, serviceWorkers: 'block', reducedMotion: 'reduce', timezoneId: 'Asia/Hong_Kong' } as const
    const context = await browser.newContext({ ...windows[form], ...common })
    const page = await context.newPage()
    await page.goto('/en')
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).first().click()
    await fillSignIn(page, { id: '', firstName: '', email: 'gold@clubbravo.test', password: demoPassword })
    await page.locator('#points').waitFor()
    for (const lang of languages) {
      for (const { name, path } of screenshots.filter((one) => one.form === form)) {
        await page.goto(`/${lang}${path}`)
        await page.waitForLoadState('networkidle')
        await page.evaluate(() => document.fonts.ready)
        await capture(page, `screenshots/${name}-${form}-${lang}.webp`)
      }
    }
    await context.close()
  }
}

async function draw(file: string, drawing: string): Promise<void> {
  const path = join(folder, file)
  await mkdir(dirname(path), { recursive: true })
  await sharp(Buffer.from(drawing)).png({ compressionLevel: 9, palette: true }).toFile(path)
  process.stdout.write(`public/${file}\n`)
}

/** The mark of `public/icon.svg`, without its ground. */
async function readMark(): Promise<string> {
  const icon = await readFile(join(folder, 'icon.svg'), 'utf8')
  const [mark] = /<g .*<\/g>/s.exec(icon) ?? []
  if (mark === undefined) throw new Error('public/icon.svg has no mark')
  return mark
}

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`
const ground = '#7a1f2b'

/** The line icons of the app (src/ui/content/Icon.tsx), on its ground, for the shortcuts. */
const shortcuts = {
  scan: 'M4 8.5V5.5A1.5 1.5 0 0 1 5.5 4h3m7 0h3A1.5 1.5 0 0 1 20 5.5v3m0 7v3a1.5 1.5 0 0 1-1.5 1.5h-3m-7 0h-3A1.5 1.5 0 0 1 4 18.5v-3M7 12h10',
  card: 'M3 7.5A1.5 1.5 0 0 1 4.5 6h15A1.5 1.5 0 0 1 21 7.5v9a1.5 1.5 0 0 1-1.5 1.5h-15A1.5 1.5 0 0 1 3 16.5v-9Zm0 2.7h18M6.5 14.5h4',
  scans: 'M3.5 12a8.5 8.5 0 1 0 17 0a8.5 8.5 0 1 0-17 0ZM12 7v5.2l3.4 2',
  rewards: 'm12 3.8 2.5 5.3 5.8.8-4.2 4.1 1 5.8-5.1-2.8-5.1 2.8 1-5.8-4.2-4.1 5.8-.8L12 3.8Z',
} as const

/**
 * The icon of pages that name none, such as a bare answer: browsers ask for it by its name. An .ico file holds a PNG.
 */
async function drawFavicon(): Promise<void> {
  const size = 32
  const picture = await sharp(join(folder, 'icon.svg'))
    .resize(size)
    .png({ compressionLevel: 9, palette: true })
    .toBuffer()
  const head = Buffer.alloc(22)
  // One picture: its type, count, width and height, planes, bits, length and place.
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(1, 4)
  head.writeUInt8(size, 6)
  head.writeUInt8(size, 7)
  head.writeUInt16LE(1, 10)
  head.writeUInt16LE(32, 12)
  head.writeUInt32LE(picture.length, 14)
  head.writeUInt32LE(head.length, 18)
  await writeFile(join(folder, 'favicon.ico'), Buffer.concat([head, picture]))
  process.stdout.write('public/favicon.ico\n')
}

async function drawIcons(): Promise<void> {
  await drawFavicon()
  const mark = await readMark()
  // Only its shape counts: the system gives it a colour.
  await draw('icon-monochrome-512.png', svg(512, 512, mark.replaceAll(/fill="#\w+"/g, 'fill="#fff"')))
  for (const [name, path] of Object.entries(shortcuts)) {
    const line = `<path transform="translate(48 48) scale(4)" fill="none" stroke="#fdf3e7" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" d="${path}"/>`
    const drawing = svg(192, 192, `<circle cx="96" cy="96" r="96" fill="${ground}"/>${line}`)
    await draw(`shortcuts/${name}.png`, drawing)
  }
  for (const { file, width, height, ratio } of startPictures) {
    const [x, y] = [width * ratio, height * ratio]
    const content = `<rect width="${x}" height="${y}" fill="${ground}"/><g transform="translate(${x / 2 - 256} ${y / 2 - 256})">${mark}</g>`
    await draw(file.slice(1), svg(x, y, content))
  }
}

await drawIcons()
await buildApp()
const server = await startServer()
const browser = await chromium.launch(await chromiumLaunch())
try {
  await takeScreenshots(browser, server.origin)
} finally {
  await browser.close()
  await server.stop()
}
