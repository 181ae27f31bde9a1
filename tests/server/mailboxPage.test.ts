import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Language, languageTags } from '#contract/language.ts'
import { chooseLanguage } from '#server/identity/languages.ts'
import { mailboxPage } from '#server/mail/mailbox.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { type TestApi, testApi, testOrigin } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

test('The mailbox is in the language of its reader, and shows each mail in its own', async () => {
  const email = 'ada@club.example'
  const written = {
    en: 'new Club Bravo password',
    tc: '設定新的 Club Bravo 密碼',
    sc: '设置新的 Club Bravo 密码',
  } satisfies Record<Language, string>
  for (const language of ['en', 'tc', 'sc'] as const)
    await mailboxMailer().add(
      api.db,
      { email, language, name: 'Ada' },
      { kind: 'password_forgotten', email, token: 'secret' },
    )
  const page = mailboxPage({
    db: api.db,
    origin: testOrigin,
    isFromPrivateNetwork: () => true,
    languageOf: chooseLanguage,
  })
  const incoming = { headers: { host: new URL(testOrigin).host } }
  const shown = await (await page.request('/mailbox', {}, { incoming })).text()
  const articles = shown.split('<article').slice(1)
  expect(articles).toHaveLength(3)
  for (const [language, subject] of Object.entries(written)) {
    const article = articles.find((one) => one.includes(subject)) ?? ''
    const tag = Object.entries(languageTags).find(([key]) => key === language)?.[1]
    expect(article).toContain(`<h2 lang="${tag}">`)
    expect(article).toContain(`<p lang="${tag}"`)
  }
  const inChinese = await page.request('/mailbox', { headers: { 'accept-language': 'zh-HK' } }, { incoming })
  expect(await inChinese.text()).toContain('<html lang="zh-Hant-HK"')
})
