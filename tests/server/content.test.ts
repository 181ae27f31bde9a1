import * as v from 'valibot'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blockGroups } from '#contract/content.ts'
import { endpoints } from '#contract/index.ts'
import { sql } from 'kysely'
import { drawing, emptyContents, importFiles, validFiles } from '#tests/support/contents.ts'
import { issueTicket } from '#tests/support/tickets.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const statics = async () =>
  v.parse(endpoints.staticContents.answer, (await api.call(endpoints.staticContents, {})).body)
const popup = async () => (await api.call(endpoints.homepagePopup, {})).body

test('A club without contents responds to every call with empty results', async () => {
  // Without its terms, which every club has that takes members.
  await emptyContents(api.db)
  const contents = await statics()
  for (const group of blockGroups) expect(contents[group]).toEqual([])
  expect(contents.miles_config).toEqual({ rate: 4, options: [1000, 2000, 3000] })
  expect((await api.call(endpoints.instrumentList, {})).body).toEqual({ allInstrument: [] })
  expect(await popup()).toEqual({ title: { en: '', tc: '', sc: '' }, content: { en: '', tc: '', sc: '' } })
  expect((await api.call(endpoints.listRedeemItems, {})).body).toEqual({
    highlightRewards: [],
    lockedRewards: [],
    redeemedItemCategories: [],
    allRedeemedItems: [],
    events: [],
  })
})

test('A performance says until when its tickets can be claimed: midnight in Hong Kong after the window’s last day', async () => {
  const { performanceId } = await issueTicket(api.db)
  const ends = { ends_at: new Date('2026-03-01T14:30:00Z') }
  await api.db.updateTable('performances').set(ends).where('id', '=', performanceId).execute()
  const { performances } = await statics()
  expect(performances.find(({ id }) => id === performanceId)?.claimable_until).toBe('2026-03-31T16:00:00.000Z')
})

test('Blocks are ordered by seq, then by file, with Markdown as HTML and missing fields empty', async () => {
  await importFiles(api.db, {
    'home_grid/entries.json': JSON.stringify([
      { key: 'bottom', seq: 101, icon: 'gift', image: { en: 'hall', tc: 'hall-tc' } },
      { key: 'second', seq: 1 },
      { key: 'first', seq: 0 },
      { key: 'third', seq: 1 },
    ]),
    'home_grid/en.md': [
      '# bottom\n## name\nBottom\n## content\nA *short* text.\n\n- [Join](/{lang}/join-club-bravo?a=b#c)\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n<b>Bold</b>\n',
      ...['first', 'second', 'third'].map((key) => `# ${key}\n## name\n${key}\n`),
    ].join('\n'),
    'home_grid/tc.md': '# bottom\n## name\n底部\n',
    'images/hall.svg': drawing,
    'images/hall-tc.svg': drawing.replace('300', '301'),
  })
  const { home_grid: grid } = await statics()
  expect(grid.map(({ code }) => code)).toEqual(['first', 'second', 'third', 'bottom'])
  const bottom = grid.at(-1)
  expect(bottom).toMatchObject({ icon: 'gift', name: { en: 'Bottom', tc: '底部', sc: '' } })
  expect(bottom?.content).toEqual({
    en: [
      '<p>A <em>short</em> text.</p>\n<ul>\n<li><a href="/{lang}/join-club-bravo?a=b#c">Join</a></li>\n</ul>',
      '<table>\n<thead>\n<tr>\n<th>a</th>\n<th>b</th>\n</tr>\n</thead>\n<tbody><tr>\n<td>1</td>\n<td>2</td>\n</tr>\n</tbody></table>',
      '<p>&lt;b&gt;Bold&lt;/b&gt;</p>',
    ].join('\n'),
    tc: '',
    sc: '',
  })
  expect(bottom?.image?.en.path).toMatch(/^\/images\/hall-[0-9a-f]{8}$/)
  expect(bottom?.image?.tc?.path).toMatch(/^\/images\/hall-tc-/)
  expect(bottom?.image?.sc).toBeNull()
})

const files = (active: boolean) => ({
  'homepage_popup/entries.json': JSON.stringify([{ key: 'popup', active }]),
  'homepage_popup/en.md': '# popup\n## title\nA new season\n',
  'homepage_popup/tc.md': '# popup\n## title\n新樂季\n## content\n**快來**\n',
})

test('The homepage’s popup is shown while it is active, each text in its languages', async () => {
  await importFiles(api.db, files(true))
  expect(await popup()).toEqual({
    title: { en: 'A new season', tc: '新樂季', sc: '' },
    content: { en: '', tc: '<p><strong>快來</strong></p>', sc: '' },
  })
  await importFiles(api.db, files(false))
  expect(await popup()).toMatchObject({ title: { tc: '' } })
})

test('An entry that was corrupted in the database is left out, without affecting other entries', async () => {
  await importFiles(api.db, validFiles())
  await api.db
    .updateTable('contents')
    .set({ fields: JSON.stringify({ points: 'many' }) })
    .where('group_name', '=', 'rewards')
    .execute()
  await api.db.deleteFrom('images').execute()
  await api.db
    .updateTable('contents_version')
    .set({ version: sql<string>`gen_random_uuid()` })
    .execute()
  expect((await api.call(endpoints.listRedeemItems, {})).body['allRedeemedItems']).toEqual([])
  const { home_grid: grid, faq } = await statics()
  expect(faq).toHaveLength(1)
  expect(grid.at(-1)).toMatchObject({ code: 'bottom', image: null })
})
