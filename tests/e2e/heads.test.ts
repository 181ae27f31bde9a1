import { expect, type Page } from '@playwright/test'
import { type Language, languages, languageTags } from '#contract/language.ts'
import { prerenderedPages } from '#contract/pages.ts'
import { test } from '#tests/support/club.ts'

test.use({ serviceWorkers: 'block' })

/** Every public page; one of each kind represents the others. */
const listed = Object.keys(prerenderedPages).map((page) => (page === '' ? '' : `/${page}`))
const embeddedDataPaths = ['/reward-detail/concert-tote', '/event/sing-hallelujah']
const details = [...embeddedDataPaths, '/campaign/season-2026-27']

/** What a head says, as those read it who run no scripts. */
interface Head {
  lang: string | undefined
  titles: string[]
  /** `content` by name or property. */
  metas: [string, string][]
  /** By relation and language. */
  links: [string, string][]
}

const attribute = (tag: string, name: string) => new RegExp(String.raw`\s${name}="([^"]*)"`, 'i').exec(tag)?.[1]

function readHead(html: string): Head {
  const head = html.slice(0, html.indexOf('</head>'))
  return {
    lang: /<html lang="([^"]+)"/.exec(html)?.[1],
    titles: [...head.matchAll(/<title[^>]*>([^<]*)</g)].map(([, title = '']) => title),
    metas: [...head.matchAll(/<meta\b[^>]*>/g)].map(([tag]) => [
      attribute(tag, 'name') ?? attribute(tag, 'property') ?? '',
      attribute(tag, 'content') ?? '',
    ]),
    links: [...head.matchAll(/<link\b[^>]*>/g)].map(([tag]) => [
      `${attribute(tag, 'rel')} ${attribute(tag, 'hreflang') ?? ''}`.trim(),
      attribute(tag, 'href') ?? '',
    ]),
  }
}

const isChinese = (text: string) => /\p{Script=Han}/u.test(text)

/** Everything that is said under a name. */
const valuesOf = (all: [string, string][], name: string) =>
  all.filter(([key]) => key === name).map(([, value]) => value)

/** Checks that a head states everything once, in its language, and for its own address. */
function expectCompleteHead(
  head: Head,
  origin: string,
  lang: Language,
  path: string,
): { title: string; description: string } {
  const where = `/${lang}${path}`
  const [title = ''] = head.titles
  const [description = ''] = valuesOf(head.metas, 'description')
  expect(head.lang, where).toBe(languageTags[lang])
  expect(head.titles.length, `titles of ${where}`).toBe(1)
  expect(title, where).toMatch(/\S.* · Club Bravo$/)
  expect(valuesOf(head.metas, 'description').length, `descriptions of ${where}`).toBe(1)
  expect(description.length, where).toBeGreaterThan(isChinese(description) ? 7 : 15)
  for (const text of [title, description]) expect(isChinese(text), `“${text}” of ${where}`).toBe(lang !== 'en')

  for (const other of languages) {
    expect(valuesOf(head.links, `alternate ${languageTags[other]}`), where).toEqual([`${origin}/${other}${path}`])
  }
  expect(valuesOf(head.links, 'alternate x-default'), where).toEqual([
    path === '' ? `${origin}/` : `${origin}/en${path}`,
  ])
  expect(valuesOf(head.links, 'canonical'), where).toEqual([`${origin}${where}`])
  expect(valuesOf(head.metas, 'og:url'), where).toEqual([`${origin}${where}`])
  expect(valuesOf(head.metas, 'og:image'), where).toEqual([`${origin}/og.png`])
  expect(valuesOf(head.metas, 'og:type'), where).toEqual(['website'])
  expect(valuesOf(head.metas, 'og:locale'), where).toEqual([{ en: 'en_GB', tc: 'zh_HK', sc: 'zh_CN' }[lang]])
  expect(valuesOf(head.metas, 'robots'), where).toEqual([])
  return { title, description }
}

test('The served HTML describes each page without scripts', async ({ club }) => {
  for (const lang of languages) {
    const said = []
    for (const path of [...listed, ...embeddedDataPaths]) {
      const response = await fetch(`${club.origin}/${lang}${path}`)
      expect(response.status).toBe(200)
      const html = await response.text()
      said.push(expectCompleteHead(readHead(html), club.origin, lang, path))
      expect(html.match(/<h1\b/g)?.length, `headings of /${lang}${path}`).toBe(1)
    }
    expect(new Set(said.map(({ title }) => title)).size).toBe(said.length)
    expect(new Set(said.map(({ description }) => description)).size).toBe(said.length)
  }
})

test('The mounted app keeps the same head tags, also on reward, event and campaign pages', async ({ page, club }) => {
  for (const lang of languages) {
    for (const path of [...listed, ...details]) {
      await page.goto(`/${lang}${path}`)
      await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
      const isDetail = details.includes(path)
      if (isDetail) await expect(page.getByRole('main').locator('[aria-busy=true]')).toHaveCount(0)
      await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${club.origin}/${lang}${path}`)
      const html = await page.evaluate(() => document.documentElement.outerHTML)
      expectCompleteHead(readHead(html), club.origin, lang, path)
    }
  }
})

test('No layout shift happens when the contents load on a phone', async ({ page, club }) => {
  for (const [path, calls, content] of [
    ['/en', /\/(?:static-contents|list-redeem-items)$/, 'a[href*="/reward-detail/"]'],
    ['/en/reward-list', /\/(?:static-contents|list-redeem-items)$/, 'a[href*="/reward-detail/"]'],
    ['/en/faq', /\/static-contents$/, '[id="points-what"], [hidden="until-found"]'],
  ] as const) {
    await page.goto('about:blank')
    const held = club.proxy.hold({ path: calls })
    await page.goto(path)
    await held.arrived
    await expect(page.locator('#root')).not.toHaveAttribute('data-prerendered')
    await page.evaluate(() => document.fonts.ready)
    held.release()
    await expect(page.getByRole('main').locator(content).first()).toBeAttached()
    await page.waitForLoadState('networkidle')
    expect(await layoutShift(page), path).toBeLessThan(0.02)
    await page.evaluate(() => localStorage.clear())
    club.proxy.heal()
  }
})

/** The layout shift since the page was opened, without shifts after user input. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0
        const add = (entries: PerformanceEntryList) => {
          for (const entry of entries) {
            const [value, recent]: unknown[] = [Reflect.get(entry, 'value'), Reflect.get(entry, 'hadRecentInput')]
            if (typeof value === 'number' && recent !== true) sum += value
          }
        }
        const observer = new PerformanceObserver((list) => add(list.getEntries()))
        observer.observe({ type: 'layout-shift', buffered: true })
        // Two frames later all buffered entries have been reported.
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            add(observer.takeRecords())
            resolve(sum)
          }),
        )
      }),
  )
}
