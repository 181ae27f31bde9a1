import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keysOf } from '#contract/keysOf.ts'
import { deliveryMethods } from '#contract/spending/deliveryMethods.ts'
import { tiers } from '#contract/member/tiers.ts'
import { campaignKinds } from '#contract/content.ts'
import { languages } from '#contract/language.ts'
import { recordStatuses } from '#contract/schemas/recordStatus.ts'
import { rewardTypes } from '#contract/spending/rewards.ts'
import { exportFolder } from '#server/content/folder/exportFolder.ts'
import { type GroupName, groupNames, type TextField, textsOf } from '#server/content/groups.ts'
import { importFolder } from '#server/content/folder/importFolder.ts'
import { linksOf, shallowHeadings } from '#server/content/markdown.ts'
import { isEmptyPlan } from '#server/content/folder/importPlan.ts'
import { readSourceImage } from '#server/images/sourceImage.ts'
import { type ContentFolder, type FolderEntry, readFolder } from '#server/content/folder/readFolder.ts'
import { writeFolder } from '#server/content/folder/writeFolder.ts'
import { inTransaction } from '#server/store/transactions.ts'
import { resolveDate, seedContents } from '#server/seed/contents.ts'
import { drawing } from '#tests/support/contents.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi({ refusesTransactions: false })
})
afterAll(() => api.close())

const pictureNames = ['rewards/tote', 'hall', 'a/b-c/d']

/** Pieces of texts that resemble the syntax of the files. */
const pieces = [
  '#',
  '##',
  '# key',
  ' ',
  '\n',
  '\n\n',
  '`',
  '```',
  '- ',
  '> ',
  '===',
  '<b>',
  '|',
  '\\',
  '*',
  '[x](/{lang}/faq)',
]
const anyText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ unit: 'grapheme', maxLength: 6 })), { maxLength: 12 })
  .map((parts) =>
    parts
      .join('')
      .replaceAll(/[\0\r]/g, '')
      .trim(),
  )
const markdownTexts = anyText.filter(
  (text) =>
    !text.split('\n').some((line) => /^##?[ \t]/.test(line)) &&
    shallowHeadings(text).length === 0 &&
    linksOf(text).every((link) => link.startsWith('/{lang}/')),
)
const lineTexts = anyText
  .map((text) =>
    text
      .replaceAll('\n', ' ')
      .replace(/^#+\s+/, '')
      .trim(),
  )
  .filter((text) => !/^##?[ \t]/.test(text))

const textIn = ({ kind, required }: TextField) => {
  const written = kind === 'line' ? lineTexts : markdownTexts
  const english = required ? written.map((text) => text || 'x') : written
  return fc.record({ en: english, tc: written, sc: written }).map((texts) => {
    const there = languages.filter((language) => texts[language] !== '')
    return Object.fromEntries(there.map((language) => [language, texts[language]]))
  })
}

/** Texts of an entry: English if required, the others at random. */
function textsFor(name: GroupName): fc.Arbitrary<FolderEntry['texts']> {
  return fc
    .record(Object.fromEntries(textsOf(name).map(([field, declared]) => [field, textIn(declared)])))
    .map((texts) => Object.fromEntries(Object.entries(texts).filter(([, text]) => Object.keys(text).length > 0)))
}

const picture = fc.constantFrom(...pictureNames)
const pictureChoice = fc.oneof(
  picture,
  fc.record({ en: picture, tc: picture, sc: picture }, { requiredKeys: ['en'], noNullPrototype: true }),
)
const moment = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const amount = fc.integer({ min: 1, max: 2_147_483_647 })
const alias = fc.stringMatching(/^[a-z0-9]{1,8}(?:-[a-z0-9]{1,8}){0,2}$/)
const code = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((text) => text === text.trim() && !/[\p{Cc}\u2028\u2029]/u.test(text) && text !== '')

type Fields = fc.Arbitrary<Record<string, unknown>>
const optional = (
  required: Record<string, fc.Arbitrary<unknown>>,
  maybe: Record<string, fc.Arbitrary<unknown>>,
): Fields => fc.record({ ...required, ...maybe }, { requiredKeys: Object.keys(required), noNullPrototype: true })

const block = { key: code, fields: optional({ seq: fc.nat() }, { icon: alias, image: pictureChoice }) }
const made: Partial<Record<GroupName, { key: fc.Arbitrary<string>; fields: Fields }>> = {
  faq: block,
  static_pages: block,
  placeholders: block,
  campaigns: {
    key: alias,
    fields: optional(
      { kind: fc.constantFrom(...campaignKinds) },
      { image: pictureChoice, external_url: fc.webUrl({ validSchemes: ['https'] }) },
    ),
  },
  membership_cards: { key: fc.constantFrom(...tiers), fields: optional({ image: pictureChoice }, {}) },
  homepage_popup: { key: fc.constant('popup'), fields: optional({ active: fc.boolean() }, {}) },
  rewards: {
    key: alias,
    fields: optional(
      {
        // One of the type Event needs the event of its key: that is tested where imports are refused.
        rewardType: fc.constantFrom(...rewardTypes.filter((type) => type !== 'Event')),
        status: fc.constantFrom(...recordStatuses),
        points: amount,
        stock: fc.nat(),
        delivery_methods: fc.subarray([...keysOf(deliveryMethods)]),
        slider_images: fc.array(pictureChoice, { maxLength: 3 }),
      },
      {
        reward_visibility_tiers: fc.subarray([...tiers]),
        each_member_max: amount,
        expiry_date: moment,
        delivery_option: code,
        voucher_validity: fc.constantFrom('1 day', '60 days', '3 months'),
        image: pictureChoice,
      },
    ),
  },
  events: {
    key: alias,
    fields: optional(
      {
        status: fc.constantFrom(...recordStatuses),
        public_registration_start_date: moment,
        ya_individual_quota: fc.nat(),
        normal_individual_quota: fc.nat(),
        waiting_list: fc.boolean(),
      },
      { starts_at: moment, event_expiry_date: moment, event_quota: fc.nat(), image: pictureChoice },
    ),
  },
}

/** Random contents that an editor could have written. */
const contents: fc.Arbitrary<[GroupName, FolderEntry[]][]> = fc.tuple(
  ...groupNames.map((name) => {
    const of = made[name]
    if (!of) return fc.constant<[GroupName, FolderEntry[]]>([name, []])
    return fc
      .uniqueArray(fc.record({ key: of.key, fields: of.fields, texts: textsFor(name) }, { noNullPrototype: true }), {
        selector: ({ key }) => key,
        maxLength: 4,
      })
      .map((entries): [GroupName, FolderEntry[]] => [name, entries])
  }),
)

const bring = (folder: ContentFolder) =>
  inTransaction(api.db, (transaction) => importFolder(transaction, folder, { now: new Date() }))

/** Exports the database to a folder and reads that folder again. */
async function throughFiles(): Promise<Awaited<ReturnType<typeof readFolder>>> {
  const dir = await mkdtemp(join(tmpdir(), 'club-bravo-round-'))
  try {
    await writeFolder(dir, await exportFolder(api.db))
    return await readFolder(dir)
  } finally {
    await rm(dir, { recursive: true })
  }
}

test('Every export can be imported unchanged', async () => {
  const images = await Promise.all(
    pictureNames.map(async (name) => {
      const read = await readSourceImage(
        name,
        'image/svg+xml',
        Buffer.from(drawing.replace('#7a1f2b', `#${name.length}00`)),
      )
      if (read.kind === 'rejected') throw new Error(read.reason)
      return read.image
    }),
  )
  await fc.assert(
    fc.asyncProperty(contents, async (groups) => {
      const folder = { groups: new Map(groups), images }
      const imported = await bring(folder)
      expect(imported.problems.errors).toEqual([])
      const { folder: back, problems } = await throughFiles()
      expect(problems.errors).toEqual([])
      expect(back.groups).toEqual(folder.groups)
      expect(isEmptyPlan((await bring(back)).plan)).toBe(true)
    }),
    { numRuns: 60 },
  )
})

const toBase64 = ({ images }: ContentFolder) =>
  new Map(images.map(({ bytes, ...rest }) => [rest.name, { ...rest, bytes: bytes.toString('base64') }]))

test('The demo season’s contents survive a round trip unchanged', async () => {
  const now = new Date()
  const { folder } = await readFolder(seedContents, (text) => resolveDate(text, now))
  await bring(folder)
  const before = await exportFolder(api.db)
  const { folder: back, problems } = await throughFiles()
  expect(problems.errors).toEqual([])
  expect(back.groups).toEqual(before.groups)
  expect(toBase64(back)).toEqual(toBase64(before))
  expect(isEmptyPlan((await bring(back)).plan)).toBe(true)
})
