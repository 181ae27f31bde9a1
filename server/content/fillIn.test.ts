import { expect, test } from 'vitest'
import { fillIn } from './fillIn.ts'

test('The fee that the club charges stands wherever editors name it', () => {
  const entry = { id: '1', group: 'faq', key: 'fee', position: 0, fields: {} }
  const texts = { content: { en: 'HK${fee} a year: HK${fee}', tc: '年費 {fee} 元' }, name: { en: 'Fee' } }
  expect(
    fillIn(
      { entries: [{ ...entry, texts }], images: [], version: '1' },
      { redFee: 1200, claimWindowDays: 30, pointsExpiryMonths: null },
    ).entries,
  ).toEqual([
    { ...entry, texts: { content: { en: 'HK$1,200 a year: HK$1,200', tc: '年費 1,200 元' }, name: { en: 'Fee' } } },
  ])
})

test('The claim window, the welcome points, their miles and the bonuses of upgrades are the club’s own', () => {
  const entry = { id: '1', group: 'faq', key: 'points', position: 0, fields: {} }
  const miles = {
    id: '2',
    group: 'miles_config',
    key: 'miles',
    position: 0,
    fields: { rate: 5, options: [] },
    texts: {},
  }
  const texts = {
    content: { en: '{claimDays} days; {welcomePoints} points are {welcomeMiles} miles; {redBonus}, {goldBonus}' },
  }
  const contents = { entries: [{ ...entry, texts }, miles], images: [], version: '1' }
  expect(
    fillIn(contents, { redFee: 300, claimWindowDays: 45, pointsExpiryMonths: null }).entries[0]?.texts['content'],
  ).toEqual({
    en: '45 days; 500 points are 100 miles; 1,000, 2,000',
  })
})

const faqEntry = (key: string, shownIf: string | undefined, text: string) => ({
  id: key,
  group: 'faq',
  key,
  position: 0,
  fields: shownIf === undefined ? {} : { shown_if: shownIf },
  texts: { content: { en: text } },
})

test('What is said of points depends on whether they expire', () => {
  const entries = [
    faqEntry('stay', 'points_stay', 'No'),
    faqEntry('expire', 'points_expire', 'After {expiryMonths} months'),
    faqEntry('other', undefined, 'Always'),
  ]
  const shown = (pointsExpiryMonths: number | null) =>
    fillIn({ entries, images: [], version: '1' }, { redFee: 300, claimWindowDays: 30, pointsExpiryMonths }).entries.map(
      ({ texts }) => texts['content']?.en,
    )
  expect(shown(null)).toEqual(['No', 'Always'])
  expect(shown(24)).toEqual(['After 24 months', 'Always'])
})
