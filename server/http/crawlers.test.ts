import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { prerenderedPages } from '#contract/pages.ts'
import { crawlers } from './crawlers.ts'

const options = {
  origin: 'https://club.example',
  securityContact: 'mailto:security@club.example',
  hasAccounts: true,
  languageOf: (accepted: string | undefined) => (accepted === 'zh-HK' ? ('tc' as const) : ('en' as const)),
  readAliases: () => Promise.resolve({ 'reward-detail': ['tea & cake'], event: ['open-rehearsal'] }),
}
const textOf = async (path: string, changed: Partial<typeof options> = {}) =>
  (await crawlers({ ...options, ...changed }).request(path)).text()

test('Programs are sent to the sitemap, and not to calls and sign-ins', async () => {
  const text = await textOf('/robots.txt')
  expect(text).toContain('Sitemap: https://club.example/sitemap.xml')
  for (const path of ['/api/', '/identity/']) expect(text).toContain(`Disallow: ${path}\n`)
})

test('The sitemap has every public page, reward and event in each language, with its other languages', async () => {
  const text = await textOf('/sitemap.xml')
  const located = [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address]) => address)
  expect(new Set(located).size).toBe(located.length)
  expect(located.length).toBe((Object.keys(prerenderedPages).length + 2) * languages.length)
  for (const language of languages)
    for (const path of ['', '/faq', '/reward-detail/tea%20%26%20cake', '/event/open-rehearsal'])
      expect(located).toContain(`https://club.example/${language}${path}`)
  const faq = text.split('\n').find((line) => line.includes('<loc>https://club.example/tc/faq<')) ?? ''
  const others = [...faq.matchAll(/hreflang="([^"]*)" href="([^"]*)"/g)].map(([, tag, href]) => [tag, href])
  expect(others).toEqual([
    ['en', 'https://club.example/en/faq'],
    ['zh-Hant-HK', 'https://club.example/tc/faq'],
    ['zh-Hans-CN', 'https://club.example/sc/faq'],
    ['x-default', 'https://club.example/en/faq'],
  ])
})

test('Whoever finds a weakness is told whom to tell, if the operator has said so', async () => {
  const text = await textOf('/.well-known/security.txt')
  expect(text).toContain('Contact: mailto:security@club.example\n')
  const expires = Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? '')
  expect(expires - Date.now()).toBeGreaterThan(300 * 24 * 60 * 60 * 1000)
  const none = await crawlers({ ...options, securityContact: null }).request('/.well-known/security.txt')
  expect(none.status).toBe(404)
})

test('Password managers are sent to where a password is changed and passkeys are kept, where the club has accounts', async () => {
  const site = crawlers(options)
  const change = await site.request('/.well-known/change-password')
  expect([change.status, change.headers.get('location')]).toEqual([302, 'https://club.example/en/change-password'])
  const inChinese = await site.request('/.well-known/change-password', { headers: { 'accept-language': 'zh-HK' } })
  expect(inChinese.headers.get('location')).toBe('https://club.example/tc/change-password')
  const endpoints = await site.request('/.well-known/passkey-endpoints')
  const settings = 'https://club.example/en/account-settings'
  expect(await endpoints.json()).toEqual({ enroll: settings, manage: settings })
  const without = crawlers({ ...options, hasAccounts: false })
  for (const path of ['change-password', 'passkey-endpoints'])
    expect((await without.request(`/.well-known/${path}`)).status).toBe(404)
})
