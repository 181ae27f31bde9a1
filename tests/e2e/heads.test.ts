import { expect } from '@playwright/test'
import { languages } from '#contract/language.ts'
import { prerenderedPages } from '#contract/pages.ts'
import { test } from '#tests/support/clubTest.ts'
import { layoutShift } from '#tests/support/layoutShift.ts'
import { expectCompleteHead, readHead } from '#tests/support/heads.ts'

/** Every public page; one of each kind represents the others. */
const listed = Object.keys(prerenderedPages).map((page) => (page === '' ? '' : `/${page}`))
const embeddedDataPaths = ['/reward-detail/concert-tote', '/event/sing-hallelujah']

test('The served HTML describes each page without scripts', async ({ club }) => {
  for (const lang of languages) {
    const said = []
    for (const path of [...listed, ...embeddedDataPaths]) {
      const response = await fetch(`${club.origin}/${lang}${path}`)
      expect(response.status).toBe(200)
      const html = await response.text()
      said.push(expectCompleteHead(readHead(html), club.origin, lang, path))
      // What a member's device fills in is no part of the document.
      const document = html.replaceAll(/<template\b.*?<\/template>/gs, '')
      expect(document.match(/<h1\b/g)?.length, `headings of /${lang}${path}`).toBe(1)
    }
    expect(new Set(said.map(({ title }) => title)).size).toBe(said.length)
    expect(new Set(said.map(({ description }) => description)).size).toBe(said.length)
  }
})

test('No layout shift happens when the contents load on a phone', async ({ page, club }) => {
  for (const [path, calls, content] of [
    ['/en', /\/(?:static-contents|list-redeem-items)$/, 'a[href*="/reward-detail/"]'],
    ['/en/reward-list', /\/(?:static-contents|list-redeem-items)$/, 'a[href*="/reward-detail/"]'],
    ['/en/reward-detail/asia-miles-conversion', /\/static-contents$/, 'dl'],
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
