import { expect, onTestFinished, test } from 'vitest'
import { type Language, languages, languageTags } from '#contract/language.ts'
import type { Notice } from '#server/mail/kinds/mails.ts'
import { needsConsent } from '#server/mail/memberMails.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { linkIn, readMails } from '#tests/support/mailbox.ts'
import { mailSamples, otherSamples, writtenMail } from '#tests/support/mailSamples.ts'
import { newMember } from '#tests/support/members.ts'
import { testApi } from './testApi.ts'

const everyNotice: readonly Notice[] = [...Object.values(mailSamples), ...otherSamples]
const compose = (notice: Notice, language: Language, name: string | null = '陳 <大文>') =>
  writtenMail(notice, { origin: 'https://club.example', language, name })

const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'", '&amp;': '&' }
/** The words that a mail program shows. */
const shownBy = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<title>.*?<\/title>/s, '')
    .replaceAll(/<[^>]*>/g, '\n')
    .replaceAll(/&(?:lt|gt|quot|#x27|amp);/g, (entity) => entities[entity] ?? entity)

test('Every mail is in the reader’s language, by name, signed by the team, and small', async () => {
  const team = { en: 'The Club Bravo team', tc: 'Club Bravo 團隊', sc: 'Club Bravo 团队' } satisfies Record<
    Language,
    string
  >
  for (const language of languages)
    for (const notice of everyNotice) {
      const { html, text, subject } = await compose(notice, language)
      expect(html).toContain(`<html lang="${languageTags[language]}">`)
      expect(new TextEncoder().encode(html).length).toBeLessThan(20_000)
      for (const words of [text, shownBy(html)]) {
        expect(words).toContain('陳 <大文>')
        expect(words).toContain(team[language])
      }
      expect(subject).not.toBe('')
      // No placeholder is left, and no value that is none.
      expect(`${subject}\n${text}`).not.toMatch(/[{}]|undefined|\bnull\b|NaN|Invalid/)
      expect(/\p{Script=Han}/u.test(subject.replaceAll('陳', ''))).toBe(language !== 'en')
    }
})

test('Plain text and HTML say the same', async () => {
  for (const language of languages)
    for (const notice of everyNotice) {
      const { html, text } = await compose(notice, language)
      const shown = shownBy(html)
      const addresses = new Set(html.match(/(?<=href=")[^"]*/g)?.map((one) => one.replaceAll('&amp;', '&')))
      for (const line of text.split('\n').filter((one) => one.trim() !== ''))
        for (const part of line.startsWith('https:') ? [] : line.split(/: |：/))
          expect(shown).toContain(part.trim().replace(/[:：]$/, ''))
      const named = text.match(/https:\S+/g) ?? []
      expect(named).not.toEqual([])
      for (const address of named) expect(addresses).toContain(address)
    }
})

test('A mail can be read without pictures and without a style sheet, runs nothing, and loads only the club’s mark', async () => {
  for (const notice of everyNotice) {
    const { html } = await compose(notice, 'en')
    expect(html).not.toMatch(/<script|<form|<iframe|\bon\w+=/i)
    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringContaining('src="https://club.example/icon-192.png" alt=""'),
    ])
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).toContain('@media (prefers-color-scheme: dark)')
    const words = html.match(/<(?:p|h1|th|td|a)\b[^>]*>/g) ?? []
    for (const element of words) expect(element).toContain('style="')
  }
})

test('A mail to somebody whose name is not known greets them without one', async () => {
  const { text } = await compose(mailSamples.account_exists, 'en', null)
  expect(text.startsWith('Hello,\n')).toBe(true)
})

test('A mail that brings a code begins with it, and shows it large, as digits that can be copied', async () => {
  const { text, html } = await compose(mailSamples.address_unproved, 'en', null)
  expect(text).toMatch(/^Your code: \d{6}\n\nHello,\n/)
  expect(html).toMatch(/font-size:36px[^>]*>\d{6}</)
})

test('Only reminders name a way to end them, and every mail for people who want them is one', async () => {
  for (const notice of everyNotice) {
    const { text, unsubscribe } = await compose(notice, 'en')
    expect(text.includes('/unsubscribe?')).toBe(needsConsent(notice.kind))
    expect(unsubscribe !== null).toBe(needsConsent(notice.kind))
  }
})

const texts = async (kind: Notice['kind'], language: Language = 'en') =>
  (await compose(mailSamples[kind], language)).text

test('A receipt, a redemption, a conversion and a closed account name their facts', async () => {
  const receipt = await texts('payment_received')
  for (const fact of [
    'For: Red membership of Club Bravo',
    'Amount: HK$300',
    'Paid on: 26 Nov 2026, 12:05',
    'Valid until: 31 Aug 2027',
    'Reference: CB-20261126-7K2M9XQ4WQNE',
    'Payment number: 1000001',
  ])
    expect(receipt).toContain(fact)
  const redemption = await texts('reward_redeemed')
  for (const fact of [
    'You’ve redeemed 2 × Interval drink for 600 points.',
    'Voucher codes: 7K2M-9XQ4-WQNE\n  8T3R-5HJK-2PLM',
    'Valid until: 26 Nov 2027',
    'Where: Collect your reward at the Club Bravo desk',
    'Reference: CB-9PLM-3RT5',
  ])
    expect(redemption).toContain(fact)
  expect(await texts('miles_sent')).toContain('On 28 Nov 2026 we asked the airline to add 2,500 miles')
  expect(await texts('miles_sent', 'tc')).toContain('我們已於2026年11月28日通知航空公司')
  expect(await texts('account_closed')).toContain('Until 26 Dec 2026 you can change your mind')
  expect(await texts('youth_ended', 'sc')).toContain('2027年8月31日')
  expect(await texts('youth_rejected')).toContain('We couldn’t read the student card.')
})

const linkOf = async (kind: Notice['kind']) => linkIn(await texts(kind, 'tc'))

test('A link with a secret leads to where it is answered', async () => {
  expect(
    await Promise.all(
      (['address_unproved', 'staff_invited', 'password_forgotten', 'account_closed'] as const).map(linkOf),
    ),
  ).toEqual([
    'https://club.example/identity/verify-email?lang=en&token=secret',
    'https://club.example/identity/staff/invitation#token=secret',
    'https://club.example/tc/change-password#token=secret',
    'https://club.example/tc/reopen-account#token=secret',
  ])
})

test('A transaction stores what a mail tells, without its words, and waits for nothing but the database', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const { id: memberId, email } = await newMember(api.db)
  const to = { memberId, email, language: 'tc', name: '雅達', wantsReminders: true } as const
  const [sent] = await inTransaction(api.serverDb, async (transaction) => {
    const told = api.dependencies.notify(transaction, to, mailSamples.tier_reached)
    const written = transaction.selectFrom('mailbox').selectAll().where('recipient', '=', email).execute()
    await told
    return written
  })
  const end = mailSamples.tier_reached.end.toISOString()
  expect(sent).toMatchObject({ kind: 'tier_reached', facts: { tier: 'Gold', end }, language: 'tc', name: '雅達' })
  expect(JSON.stringify(sent)).not.toMatch(/會員|Gold member|<html/)
  const [mail] = await readMails(api, email)
  expect(mail?.subject).toBe('你已成為金卡會員')
  expect(mail?.text).toContain('2027年8月31日')
})
