import { expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import { demoPassword } from '#server/seed/accounts.ts'
import { withEntry } from '#tests/support/contentEdits.ts'
import { requestSignIn } from '#tests/support/relyingParty.ts'
import { runningClub } from '#tests/support/runningClub.ts'
import { createVisitor } from '#tests/support/visitor.ts'

const { club, origin } = await runningClub()

const said = { en: 'Joining opens soon', tc: '會員登記即將開放', sc: '会员注册即将开放' }
const password = 'seven violins and a harp'

/** Runs something while one of the terms is as the starter set has it, or lacks a language. */
const withoutTerms = (content: Record<string, string>, action: () => Promise<void>) =>
  withEntry(club.db, { group: 'tnc', key: 'privacy' }, { texts: { content } }, action)
const blank = { en: 'We are [NAME OF THE CLUB].', tc: '我們是[名稱]。', sc: '我们是[名称]。' }

const openCreate = (lang: string) => {
  const visitor = createVisitor(origin)
  return { visitor, page: visitor.open(requestSignIn(origin, { prompt: 'create', ui_locales: lang }).address) }
}

const accounts = () => club.db.selectFrom('identity_accounts').select('email').execute()

test('A club whose terms are not published creates no account, and says so in each language', async () => {
  const { visitor, page } = openCreate('en')
  const form = await page
  expect(form.text).toContain('name="password"')
  const before = await accounts()
  await withoutTerms(blank, async () => {
    for (const language of languages) {
      const shown = await openCreate(language).page
      expect(shown.text).toContain(said[language])
      expect(shown.text).not.toContain('name="password"')
    }
    // The form of a page that was opened before.
    const answered = await visitor.submit(form, { email: 'newcomer@club.example', password })
    expect(answered.text).toContain(said.en)
  })
  await withoutTerms({ en: 'Terms', tc: '條款' }, async () => {
    expect((await openCreate('sc').page).text).toContain(said.sc)
  })
  expect(await accounts()).toEqual(before)
  expect((await openCreate('en').page).text).toContain('name="password"')
})

test('Whoever has an account signs in as before', async () => {
  await withoutTerms(blank, async () => {
    const visitor = createVisitor(origin)
    const page = await visitor.open(requestSignIn(origin).address)
    const { url } = await visitor.submit(page, { email: 'gold@clubbravo.test', password: demoPassword })
    expect(url.searchParams.get('code')).not.toBeNull()
  })
})
