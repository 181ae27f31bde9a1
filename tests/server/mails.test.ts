import { expect, onTestFinished, test } from 'vitest'
import { type Language, languages, languageTags } from '#contract/language.ts'
import { composeMail } from '#server/mail/mail.ts'
import { mails } from '#server/mail/mails.ts'
import type { Notice } from '#server/mail/notices.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { newMember } from '#tests/support/members.ts'
import { mailSamples, otherSamples } from '#tests/support/mailSamples.ts'
import { testApi } from './testApi.ts'

const everyNotice: readonly Notice[] = [...Object.values(mailSamples), ...otherSamples]
const link = 'https://club.example/somewhere?a=1&b=2'

function compose(notice: Notice, language: Language, name: string | null = '陳 <大文>') {
  const unsubscribe = mails[notice.kind].needsConsent ? 'https://club.example/identity/unsubscribe?token=abc' : null
  return composeMail({ email: 'ada@club.example', language, name }, notice, { link, unsubscribe })
}

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
      for (const address of text.match(/https:\S+/g) ?? []) expect(addresses).toContain(address)
      expect(text).toContain(`\n${link}\n`)
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
  const { text } = await compose(mailSamples.address_unproved, 'en', null)
  expect(text.startsWith('Hello,\n')).toBe(true)
})

test('Only reminders name a way to end them, and every mail for people who want them is one', async () => {
  for (const notice of everyNotice) {
    const { text, unsubscribe } = await compose(notice, 'en')
    expect(text.includes('/unsubscribe?')).toBe(mails[notice.kind].needsConsent)
    expect(unsubscribe !== null).toBe(mails[notice.kind].needsConsent)
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

test('A mail is composed in its transaction without waiting for anything but the database', async () => {
  const api = await testApi()
  onTestFinished(() => api.close())
  const { id: memberId, email } = await newMember(api.db)
  const to = { memberId, email, language: 'en', name: 'Ada', wantsReminders: true } as const
  const sent = await inTransaction(api.serverDb, async (transaction) => {
    const told = api.dependencies.notify(transaction, to, mailSamples.tier_given)
    const written = transaction.selectFrom('mailbox').select('kind').where('recipient', '=', email).execute()
    await told
    return written
  })
  expect(sent).toEqual([{ kind: 'tier_given' }])
})
