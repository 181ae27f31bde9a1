import { readdir, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { seedContents } from '#server/seed/contents.ts'
import { fillIn, placeholdersOf } from './fillIn.ts'

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

test('What is said of miles, of Gold, of notices and of links names the club’s own figures', () => {
  const entry = { id: '1', group: 'faq', key: 'miles', position: 0, fields: {} }
  const fields = { rate: 5, options: [1500, 2500] }
  const miles = { id: '2', group: 'miles_config', key: 'miles', position: 0, fields, texts: {} }
  const words =
    '{rate}, {minimum}, {minimumMiles}; {goldSpend30Days}, {goldSpend12Months}; ' +
    '{firstNoticeDays}, {lastNoticeDays}; {reopenDays}, {resetMinutes}'
  const contents = { entries: [{ ...entry, texts: { content: { en: words } } }, miles], images: [], version: '1' }
  const facts = { redFee: 300, claimWindowDays: 30, pointsExpiryMonths: null }
  expect(fillIn(contents, facts).entries[0]?.texts['content']).toEqual({
    en: '5, 1,500, 300; 120,000, 300,000; 60, 14; 30, 60',
  })
})

const rewardEntry = (key: string, fields: Record<string, unknown>) => ({
  id: key,
  group: 'rewards',
  key,
  position: 0,
  fields,
  texts: { remarks: { en: '{points} points, {validity}', tc: '{validity}', sc: '{validity}' } },
})

test('A reward’s texts name its own points and how long its vouchers last, in their language', () => {
  const entries = [
    rewardEntry('poster', { points: 1200, voucher_validity: '60 days' }),
    rewardEntry('visit', { points: 200, voucher_validity: '1 month' }),
    rewardEntry('usual', { points: 200 }),
  ]
  const facts = { redFee: 300, claimWindowDays: 30, pointsExpiryMonths: null }
  const filled = fillIn({ entries, images: [], version: '1' }, facts).entries.map(({ texts }) => texts['remarks'])
  expect(filled).toEqual([
    { en: '1,200 points, 60 days', tc: '60 天', sc: '60 天' },
    { en: '200 points, 1 month', tc: '1 個月', sc: '1 个月' },
    { en: '200 points, 12 months', tc: '12 個月', sc: '12 个月' },
  ])
})

/** Figures that the configuration, a table or a constant says, as the demo season could type them. */
const typedFigures = [
  /\b(?:4|four) points\b|\b4 [積积]分/i,
  /multiples of 4\b|\b4 的倍[數数]/,
  /1,000 (?:points|[積积]分)/,
  /250 (?:miles|里)/,
  /120,000|300,000/,
  /60 and 14 days|60 天(?:前及|和) 14 天/,
  /(?:back for|data after) 30 days|(?:帳戶後|账户后) 30 天|[會会][於在] 30 天/,
  /valid for one hour|[連链][結接](?:的有效期為)?一小[時时]/,
  /(?:Valid|kept|pick-up) for \d+ (?:days|months)|保留 \d+ 天/,
]

test('The demo season types no figure that the club’s configuration says, and no placeholder that nobody fills in', async () => {
  const groups = (await readdir(seedContents, { withFileTypes: true })).filter((entry) => entry.isDirectory())
  const faults: string[] = []
  for (const { name } of groups)
    for (const file of (await readdir(`${seedContents}/${name}`)).filter((one) => one.endsWith('.md'))) {
      const text = await readFile(`${seedContents}/${name}/${file}`, 'utf8')
      const known = placeholdersOf(name)
      const unknown = [...text.matchAll(/\{(\w+)\}/g)].filter(([, figure = '']) => !known.includes(figure))
      const typed = typedFigures.flatMap((figure) => figure.exec(text)?.[0] ?? [])
      faults.push(...[...unknown.map(([words]) => words), ...typed].map((words) => `${name}/${file}: ${words}`))
    }
  expect(groups.length).toBeGreaterThan(10)
  expect(faults).toEqual([])
})
