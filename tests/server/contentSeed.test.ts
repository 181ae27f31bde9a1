import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { blockGroups, linkCodes } from '#contract/content.ts'
import { endpoints } from '#contract/index.ts'
import { languages } from '#contract/language.ts'
import { type Problems, formatProblem } from '#server/content/folder/problems.ts'
import { groupNames, textsOf } from '#server/content/groups.ts'
import { linksOf } from '#server/content/markdown.ts'
import { type ContentFolder, type FolderEntry, readFolder } from '#server/content/folder/readFolder.ts'
import { checkReferences, imagesOf } from '#server/content/folder/references.ts'
import { resolveDate, seedContents } from '#server/seed/contents.ts'
import { seedDemo } from '#server/seed/seed.ts'
import { type TestApi, testApi, testOrigin, testPayment } from './testApi.ts'

const now = new Date()
let folder: ContentFolder
let problems: Problems
let api: TestApi

beforeAll(async () => {
  const read = await readFolder(seedContents, (text) => resolveDate(text, now))
  const references = checkReferences({ version: '', entries: [], images: [] }, read.folder)
  folder = read.folder
  problems = {
    errors: [...read.problems.errors, ...references.errors],
    warnings: [...read.problems.warnings, ...references.warnings],
  }
  api = await testApi()
  await seedDemo({ db: api.db, dataDir: api.dataDir, now, claimWindowDays: 30, origin: testOrigin })
})
afterAll(() => api.close())

const entriesOf = (name: (typeof groupNames)[number]) => folder.groups.get(name) ?? []
const keysOf = (name: (typeof groupNames)[number]) => entriesOf(name).map(({ key }) => key)

test('The demo season has every group, and nothing in it is wrong, untranslated, or unused', () => {
  expect([...folder.groups.keys()]).toEqual(groupNames)
  expect(groupNames.filter((name) => entriesOf(name).length === 0)).toEqual([])
  expect([...problems.errors, ...problems.warnings].map(formatProblem)).toEqual([])
})

test('Chinese texts are Chinese: Traditional and Simplified differ as expected', () => {
  const suspicious = groupNames.flatMap((name) =>
    entriesOf(name).flatMap(({ key, texts }) =>
      textsOf(name)
        .map(([field]) => ({ field, text: texts[field] ?? {} }))
        .filter(({ text }) => /\p{L}{4}/u.test(text.en ?? '') && !/^(?:https:\/\/|[^\s@]+@)/.test(text.en ?? ''))
        .filter(({ text }) => !/\p{Script=Han}/u.test(text.tc ?? '') || !/\p{Script=Han}/u.test(text.sc ?? ''))
        .map(({ field }) => `${name}: ${key}: ${field}`),
    ),
  )
  expect(suspicious).toEqual([])
})

test('The discounts, the parking and the club’s years stand in the contents, in three languages', () => {
  const said = {
    'whats-club-bravo': { en: [/2000/, /2022/], tc: [/2000年/, /2022年/], sc: [/2000年/, /2022年/] },
    'whats-club-bravo/members-privileges': {
      en: [/About 15%, up to 30%/, /Free parking[^\n]*Up to 3 hours/],
      tc: [/約八五折，指定音樂會低至七折/, /免費泊車[^\n]*最多 3 小時/],
      sc: [/约八五折，指定音乐会低至七折/, /免费停车[^\n]*最长 3 小时/],
    },
  }
  for (const [page, words] of Object.entries(said)) {
    const texts = entriesOf('static_pages').find(({ key }) => key === page)?.texts['content']
    for (const language of languages) for (const word of words[language]) expect(texts?.[language]).toMatch(word)
  }
})

/** The addresses of the app below the language (specification section 2 and the product's additions). */
const pages = [
  '',
  'whats-club-bravo',
  'reward-list',
  'join-club-bravo',
  'how-to',
  'faq',
  'contact-us',
  'terms-and-conditions',
  'registration',
  'registration-existing',
  'registration-free',
  'registration-red',
  'registration-sc',
  'registration-ya',
  'registration-free-tier-upgrade',
  'scan-intro',
  'scanner',
  'my-scans',
  'my-rewards',
  'card-partner-upgrade',
  'my-events',
  'member-detail',
  'personal-detail',
  'member-detail-edit',
  'account-settings',
  'point-transaction-log',
  'asiamiles',
  'membership-card',
  'forgot-password',
  'change-password',
]

test('Every link in the texts leads to an existing page, offer, question or heading', () => {
  const blocksOf = (page: string) =>
    keysOf('static_pages').flatMap((key) => (key.startsWith(`${page}/`) ? [key.slice(page.length + 1)] : []))
  const anchors: Record<string, string[]> = {
    'whats-club-bravo': blocksOf('whats-club-bravo'),
    'join-club-bravo': keysOf('registration_content'),
    'terms-and-conditions': [...keysOf('tnc'), 'disclaimer'],
    faq: keysOf('faq'),
    'how-to': keysOf('faq'),
  }
  const known = new Set([
    ...pages,
    ...keysOf('rewards').map((alias) => `reward-detail/${alias}`),
    ...keysOf('events').map((alias) => `event/${alias}`),
    ...keysOf('campaigns').map((alias) => `campaign/${alias}`),
  ])
  const isKnown = (link: string) => {
    const { pathname, hash } = new URL(link.replace('/{lang}', ''), 'https://club.example')
    const page = pathname.slice(1)
    return known.has(page) && (hash === '' || (anchors[page] ?? []).includes(hash.slice(1)))
  }
  const lost = groupNames.flatMap((name) =>
    entriesOf(name).flatMap(({ key, texts }) =>
      Object.values(texts)
        .flatMap((text) => languages.flatMap((language) => linksOf(text[language] ?? '')))
        .filter((link) => link.startsWith('/{lang}') && !isKnown(link))
        .map((link) => `${name}: ${key}: ${link}`),
    ),
  )
  expect([...new Set(lost)]).toEqual([])
})

/** The English texts of an entry, line by line. */
const linesOf = ({ texts }: FolderEntry) => Object.values(texts).flatMap(({ en = '' }) => en.split('\n'))

test('How long a voucher lasts is filled into the texts of its reward, and no general text says it', () => {
  const lasts = /(?:^\W*Valid for|kept(?: for pick-up)? for|, within) (\{validity\}|\d+ (?:days|months))/
  const said = entriesOf('rewards').flatMap((reward) =>
    linesOf(reward).flatMap((line) => {
      const [, time] = lasts.exec(line) ?? []
      return time === undefined ? [] : [{ key: reward.key, time }]
    }),
  )
  expect(said.filter(({ time }) => time !== '{validity}')).toEqual([])
  expect(said.map(({ key }) => key)).toContain('dinner-and-concert-for-two')
  const general = (['faq', 'tnc', 'redeem_success_messages'] as const).flatMap(entriesOf)
  const aboutCollecting = general.flatMap(linesOf).filter((line) => /collect/i.test(line))
  expect(aboutCollecting.length).toBeGreaterThan(1)
  expect(aboutCollecting.filter((line) => /\d (?:days|months)/.test(line))).toEqual([])
})

test('The pages find every text that they need', () => {
  expect(keysOf('static_pages')).toEqual(
    expect.arrayContaining([
      'whats-club-bravo',
      'whats-club-bravo/membership-tiers',
      'whats-club-bravo/members-privileges',
      'whats-club-bravo/enjoy-discount-at-urbtix',
      'whats-club-bravo/standard-chartered-cathay-mastercard',
      'join-club-bravo',
      'card-partner-upgrade',
      'how-to',
      'contact-us',
      'not-found',
      'disclaimer',
      'faq',
      'reward-list',
      'home/rewards',
    ]),
  )
  expect(keysOf('club_links').toSorted()).toEqual([...linkCodes].toSorted())
  expect(keysOf('redeem_success_messages').toSorted()).toEqual(Object.keys(deliveryMethods).toSorted())
  expect(keysOf('welcome_messages')).toEqual(
    expect.arrayContaining(['Black', 'Red', 'Gold', 'Diamond', 'visitor', 'newcomer']),
  )
  expect(keysOf('membership_cards')).toEqual(expect.arrayContaining(['Black', 'Red', 'Gold']))
  expect(keysOf('scan_result_messages')).toEqual(
    expect.arrayContaining(['found', 'pending', 'invalid', 'success', 'expired', 'duplicated', 'not_found']),
  )
  expect(keysOf('asia_miles_messages')).toEqual(expect.arrayContaining(['intro', 'success', 'fail', 'insufficient']))
  expect(keysOf('priority_messages')).toEqual(
    expect.arrayContaining(['start-priority', 'before-priority', 'public-expired']),
  )
  expect(keysOf('registration_content')).toEqual(
    expect.arrayContaining(['free', 'red', 'existing', 'sc', 'ya', 'free-tier-upgrade']),
  )
  expect(keysOf('faq').length).toBeGreaterThanOrEqual(24)
})

test('Countries, interests and categories are the specification’s, and no others', () => {
  expect(keysOf('countries').toSorted()).toEqual(['cn', 'hk', 'tw'])
  expect(entriesOf('instruments').map(({ key }) => key)).toEqual([
    'symphonic-works',
    'concerto',
    'chamber-music',
    'pop-music',
  ])
  expect(entriesOf('reward_categories').map(({ key, fields }) => `${String(fields['id'])} ${key}`)).toEqual([
    '1 rewards',
    '2 special-offer',
    '3 all-year-round',
    '4 arts-and-culture',
    '5 bookstore-and-cultural-institution',
    '6 lifestyle',
    '7 music-centre-and-institution',
    '8 restaurant',
  ])
})

const timeUntil = (value: unknown) => new Date(String(value)).getTime() - now.getTime()

test('Every category has rewards in every state, and events cover every registration status', () => {
  const rewards = entriesOf('rewards').map(({ fields }) => fields)
  const categories = new Set(rewards.map((fields) => fields['redeemed_item_category_id']))
  for (const { fields } of entriesOf('reward_categories')) expect(categories).toContain(fields['id'])
  expect(new Set(rewards.map(({ status }) => status))).toEqual(new Set(['active', 'draft', 'inactive']))
  expect(rewards.some(({ stock }) => stock === 0)).toBe(true)
  expect(rewards.some(({ stock }) => stock === 1)).toBe(true)
  expect(rewards.some((fields) => Array.isArray(fields['reward_visibility_tiers']))).toBe(true)
  expect(keysOf('rewards')).toContain('asia-miles-conversion')
  const events = entriesOf('events').map(({ fields }) => ({
    opens: timeUntil(fields['public_registration_start_date']),
    priority: timeUntil(fields['priority_registration_start_date'] ?? fields['public_registration_start_date']),
    ends: fields['event_expiry_date'] === undefined ? Infinity : timeUntil(fields['event_expiry_date']),
    status: fields['status'],
  }))
  expect(events.some(({ opens, ends }) => opens < 0 && ends > 0)).toBe(true)
  expect(events.some(({ opens, priority }) => opens > 0 && priority < 0)).toBe(true)
  expect(events.some(({ priority }) => priority > 0)).toBe(true)
  expect(events.some(({ ends }) => ends < 0)).toBe(true)
  expect(events.some(({ status }) => status === 'inactive')).toBe(true)
})

test('What Red costs is named by the configuration alone, in every text', async () => {
  const texts = groupNames.flatMap((name) => entriesOf(name).flatMap((entry) => Object.values(entry.texts)))
  const amount = /(?:HK\$|港幣 )300(?![\d,])|(?<![\d,])300 (?:港?元)/
  expect(texts.flatMap((text) => Object.values(text)).filter((text) => amount.test(text))).toEqual([])
  const { text } = await api.call(endpoints.staticContents, {})
  expect(text).toContain(`HK$${testPayment.fee}`)
  expect(text).not.toContain('{fee}')
})

/** The points of the tests' club do not expire. */
const isShown = ({ fields }: { fields: Record<string, unknown> }) => fields['shown_if'] !== 'points_expire'

test('Everything in the folder is served: all entries of each group, each picture in every place', async () => {
  const { body } = await api.call(endpoints.staticContents, {})
  const contents = v.parse(endpoints.staticContents.answer, body)
  for (const name of [
    ...blockGroups,
    'instruments',
    'countries',
    'homepage_banners',
    'campaigns',
    'membership_cards',
  ] as const)
    expect([name, contents[name].length]).toEqual([name, entriesOf(name).filter(isShown).length])
  const list = v.parse(endpoints.listRedeemItems.answer, (await api.call(endpoints.listRedeemItems, {})).body)
  expect(list.allRedeemedItems.length).toBeGreaterThan(0)
  expect(list.allRedeemedItems.filter(({ image }) => image === null)).toEqual([])
  const named = new Set(
    groupNames.flatMap((name) => entriesOf(name).flatMap(({ fields }) => imagesOf(fields))).map(({ name }) => name),
  )
  const stored = await api.db.selectFrom('images').select('name').execute()
  expect(stored.map(({ name }) => name).toSorted()).toEqual([...named].toSorted())
})
