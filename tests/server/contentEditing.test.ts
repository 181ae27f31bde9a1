import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { changedOnEvents } from '#contract/staff/contents.ts'
import { runContentCommand } from '#server/commands/contentFolder.ts'
import {
  drawing,
  emptyContents,
  type Files,
  importFiles,
  newContentFolder,
  rewardEntry,
  validFiles,
} from '#tests/support/contents.ts'
import { addRegistration } from '#tests/support/eventRegistrations.ts'
import { newMember } from '#tests/support/members.ts'
import { asStaff } from '#tests/support/staff.ts'
import { signedInStaff, staffedApi } from '#tests/support/staffApi.ts'

const { api, staff, ada, bo, findActs } = await staffedApi('editor')

const cleared = [
  'content_drafts',
  'content_publications',
  'images',
  'reward_stock',
  'event_registrations',
  'event_places',
] as const

beforeEach(async () => {
  await emptyContents(api.db)
  for (const table of cleared) await api.db.deleteFrom(table).execute()
  await importFiles(api.db, validFiles())
})

type Request = RequestOf<typeof endpoints.saveContent>
type Content = NonNullable<Request['content']>

const question = { group: 'faq', key: 'points-when' }
const tote = { group: 'rewards', key: 'tote' }
const later: Content = {
  fields: { seq: 101 },
  texts: {
    name: { en: 'When do I get points?', tc: '何時獲得積分？', sc: '何时获得积分？' },
    content: { en: 'After the **concert**.', tc: '音樂會後。', sc: '音乐会后。' },
  },
}
const withTexts = (content: { en?: string; tc?: string; sc?: string }): Content => ({
  ...later,
  texts: { ...later.texts, content },
})

async function entryOf(named: { group: string; key: string }) {
  const { entry } = await staff.call(endpoints.readContent, named, ada)
  if (entry === null) throw new Error(`There is no ${named.key}`)
  return entry
}
const save = (request: Request, who = ada) => staff.call(endpoints.saveContent, request, who)
/** Saves a draft over what is there now. */
const draft = async (named: { group: string; key: string }, content: Content | null, who = ada) =>
  save({ ...named, version: (await entryOf(named)).version, content }, who)
const publish = async (named: { group: string; key: string }, who = ada) =>
  staff.call(endpoints.publishContent, { ...named, version: (await entryOf(named)).version }, who)
const restore = (named: { group: string; key: string }, act: string, who = ada) =>
  staff.call(endpoints.restoreContent, { ...named, act }, who)
const actOf = (answer: AnswerOf<typeof endpoints.publishContent> | AnswerOf<typeof endpoints.restoreContent>) => {
  if (answer.kind !== 'published' && answer.kind !== 'restored')
    throw new Error(`Not published: ${JSON.stringify(answer)}`)
  return answer.act
}
const listed = async (group: string) => {
  const { groups } = await staff.call(endpoints.listContents, {}, ada)
  return groups.find(({ name }) => name === group)
}
/** What a visitor gets of the contents, and of rewards. */
async function publicAnswers(): Promise<string> {
  const answers = await Promise.all([
    api.call(endpoints.staticContents, {}),
    api.call(endpoints.homepagePopup, {}),
    api.call(endpoints.instrumentList, {}),
    api.call(endpoints.listRedeemItems, {}),
  ])
  return answers.map(({ text }) => text).join('\n')
}
const problemsOf = (answer: AnswerOf<typeof endpoints.saveContent>) => {
  if (answer.kind === 'refused') return answer.problems
  return answer.kind === 'saved' ? answer.faults : [answer.kind]
}

test('A draft is in no public answer; publishing shows it at once, and undoing brings back what was there', async () => {
  const { version: before } = await api.db.selectFrom('contents_version').select('version').executeTakeFirstOrThrow()
  expect(await draft(question, later)).toMatchObject({ kind: 'saved', faults: [], warnings: [] })
  expect(await publicAnswers()).not.toContain('After the')
  expect((await listed('faq'))?.entries).toMatchObject([
    { key: 'points-when', state: 'changed', drafted: { by: ada.email }, changed: { by: null } },
  ])

  const act = actOf(await publish(question, bo))
  expect(await publicAnswers()).toContain('After the <strong>concert</strong>.')
  const { version: after } = await api.db.selectFrom('contents_version').select('version').executeTakeFirstOrThrow()
  expect(after).not.toBe(before)
  const acts = await findActs({ subject_kind: 'contents', subject_id: 'faq/points-when' })
  expect(acts.at(-1)).toMatchObject({
    actor: `staff:${bo.sub}`,
    role: 'editor',
    action: 'content_publish',
    before: { content: { 'content (en)': 'At once. [Scan](/{lang}/scanner).', 'content (tc)': '即時。' } },
    after: { content: { 'content (en)': 'After the **concert**.' } },
  })
  const published = await entryOf(question)
  expect(published).toMatchObject({ draft: null, canRestore: true, published: later })
  expect(published.history).toMatchObject([{ act, action: 'content_publish', done: { by: bo.email } }])
  expect((await listed('faq'))?.entries).toMatchObject([{ state: 'published', changed: { by: bo.email } }])

  const undone = await restore(question, act)
  expect(undone.kind).toBe('restored')
  expect(await publicAnswers()).not.toContain('After the')
  expect((await entryOf(question)).history.map(({ action }) => action)).toEqual(['content_restore', 'content_publish'])
  // The undoing is the last publishing now, and can be undone, too.
  expect(await restore(question, act)).toMatchObject({ kind: 'changed' })
  expect(await restore(question, actOf(undone))).toMatchObject({ kind: 'restored' })
  expect(await publicAnswers()).toContain('After the <strong>concert</strong>.')
})

test('Each field that an import would refuse is named with what is wrong, and publishing is refused', async () => {
  const fields = rewardEntry({ key: undefined, stock: -1, expiry_date: 'soon', image: 'rewards/none', fee: 3 })
  const texts = {
    name: { tc: '袋' },
    short_description: { en: 'Two\nlines' },
    remarks: { en: '## Head', sc: 'Read {this}' },
    terms_and_conditions: { en: '[here](http://club.example)' },
    description: { en: '```\n# no heading\n```' },
  }
  const { fee, ...unfinished } = fields
  const saved = await draft(tote, { fields: unfinished, texts })
  expect(saved.kind).toBe('saved')
  expect((await entryOf(tote)).draft?.content?.fields).toMatchObject({ stock: -1, expiry_date: 'soon' })
  expect(await publish(tote)).toEqual({ kind: 'refused', problems: problemsOf(saved) })
  const refused = await draft(tote, { fields: { ...unfinished, fee }, texts })
  expect(refused.kind).toBe('refused')
  expect(problemsOf(refused)).toEqual(
    expect.arrayContaining([
      { field: 'stock', language: null, flaw: 'must be a whole number, 0 or more' },
      { field: 'expiry_date', language: null, flaw: expect.stringContaining('must be a date and time') },
      { field: 'fee', language: null, flaw: 'is not a field of this group' },
      { field: 'name', language: 'en', flaw: 'is missing' },
      { field: 'short_description', language: 'en', flaw: 'must be one line' },
      { field: 'remarks', language: 'en', flaw: expect.stringContaining('has the heading') },
      { field: 'remarks', language: 'sc', flaw: expect.stringContaining('has {this}') },
      { field: 'terms_and_conditions', language: 'en', flaw: expect.stringContaining('has a link to') },
      { field: 'description', language: 'en', flaw: 'has a line that begins with # or ##' },
    ]),
  )
  expect(problemsOf(await draft(question, { ...later, texts: { ...later.texts, name: { en: '# When?' } } }))).toEqual([
    { field: 'name', language: 'en', flaw: 'has a line that begins with # or ##' },
  ])
  const valid = { name: { en: 'Tote' }, short_description: { en: 'A bag' } }
  const reward = (own: Record<string, unknown>) => ({ fields: rewardEntry({ key: undefined, ...own }), texts: valid })
  for (const [own, problem] of [
    [{ image: 'rewards/none' }, { field: 'image', flaw: 'there is no picture images/rewards/none' }],
    [
      { image: { en: 'rewards/tote', tc: 'rewards/no' } },
      { field: 'image', flaw: 'there is no picture images/rewards/no' },
    ],
    [
      { redeemed_item_category_id: 7 },
      { field: 'redeemed_item_category_id', flaw: expect.stringContaining('nothing') },
    ],
    [{ rewardType: 'Event' }, { field: 'rewardType', flaw: expect.stringContaining('there is nothing in events') }],
    [{ points: 0 }, { field: 'points', flaw: expect.stringContaining('must be 1 or more') }],
  ] as const)
    expect(problemsOf(await draft(tote, reward(own)))).toMatchObject([problem])
  const extra = { ...reward({}), texts: { ...valid, motto: { en: 'None' } } }
  expect(problemsOf(await draft(tote, extra))).toMatchObject([{ field: 'motto', flaw: 'is not a text of this group' }])
  const named = { group: 'rewards', key: 'No Alias', version: null, content: reward({}) }
  const before = await api.db.selectFrom('content_drafts').select(['key', 'revision']).execute()
  expect(await save(named)).toMatchObject({ kind: 'refused', problems: [{ field: 'key' }] })
  for (const wrong of [{ stock: 'many' }, { slider_images: 'rewards/tote' }, { delivery_option: 'a\0b' }])
    expect((await draft(tote, reward(wrong))).kind).toBe('refused')
  expect((await draft(question, withTexts({ en: 'a\0b' }))).kind).toBe('refused')
  expect(await api.db.selectFrom('content_drafts').select(['key', 'revision']).execute()).toEqual(before)
})

test('A draft can refer to another draft, and is published after it', async () => {
  const { published } = await entryOf(tote)
  if (published === null) throw new Error('The tote is gone')
  const category = { group: 'reward_categories', key: 'bags' }
  await save({ ...category, version: null, content: { fields: { id: 7 }, texts: { name: { en: 'Bags' } } } })
  const fields = { ...published.fields, redeemed_item_category_id: 7 }
  expect(problemsOf(await draft(tote, { ...published, fields }))).toMatchObject([
    { field: 'redeemed_item_category_id' },
  ])
  expect(await publish(tote)).toMatchObject({ kind: 'refused' })
  actOf(await publish(category))
  actOf(await publish(tote))
})

test('What others need of an entry stays: a category in use, and what members have redeemed', async () => {
  const gone = problemsOf(await draft({ group: 'reward_categories', key: 'rewards' }, null))
  expect(gone).toMatchObject([{ field: null, flaw: expect.stringContaining('tote: redeemed_item_category_id') }])
  await api.db.updateTable('reward_stock').set({ redeemed: 2 }).where('alias', '=', 'tote').execute()
  const { published } = await entryOf(tote)
  if (published === null) throw new Error('The tote is gone')
  const fewer = { ...published, fields: { ...published.fields, stock: 1 } }
  expect(problemsOf(await draft(tote, fewer))).toMatchObject([
    { field: 'stock', flaw: 'has a stock of 1, and 2 have been redeemed' },
  ])
  expect(problemsOf(await draft(tote, null))).toMatchObject([
    { field: null, flaw: expect.stringContaining('redeemed') },
  ])
  expect(await publish(tote)).toMatchObject({ kind: 'refused' })
  expect(await entryOf(tote)).toMatchObject({ used: 2, published })
  await draft(tote, { ...published, fields: { ...published.fields, stock: 5 } })
  // They are redeemed while the draft waits.
  await api.db.updateTable('reward_stock').set({ stock: 9, redeemed: 6 }).where('alias', '=', 'tote').execute()
  expect(await publish(tote)).toMatchObject({ kind: 'refused', problems: [{ field: 'stock' }] })
})

test('Of two editors who began from the same, one saves, and the other is told who has', async () => {
  const { version } = await entryOf(question)
  const answers = await Promise.all([
    save({ ...question, version, content: withTexts({ en: 'From Ada' }) }),
    save({ ...question, version, content: withTexts({ en: 'From Bo' }) }, bo),
  ])
  expect(answers.map(({ kind }) => kind).toSorted()).toEqual(['changed', 'saved'])
  const { draft: kept } = await entryOf(question)
  const lost = answers.find(({ kind }) => kind === 'changed')
  const theirs = kept?.content?.texts['content']?.en
  expect(lost).toMatchObject({
    drafted: { by: kept?.saved.by },
    differences: [
      { field: 'content', language: 'en', before: theirs, after: theirs === 'From Bo' ? 'From Ada' : 'From Bo' },
    ],
  })
  expect(await staff.call(endpoints.publishContent, { ...question, version }, bo)).toMatchObject({ kind: 'changed' })
  expect(await staff.call(endpoints.discardContent, { ...question, version }, bo)).toMatchObject({ kind: 'changed' })
  const current = (await entryOf(question)).version
  expect(await staff.call(endpoints.discardContent, { ...question, version: current }, bo)).toEqual({
    kind: 'discarded',
    version,
  })
  expect((await findActs({ action: 'content_discard' })).at(-1)).toMatchObject({ actor: `staff:${bo.sub}` })
  expect(await entryOf(question)).toMatchObject({ draft: null, version })
})

test('An import leaves drafts and their pictures, says which, and what it has replaced is not published over', async () => {
  await addPicture('rewards/mug')
  const { published } = await entryOf(tote)
  if (published === null) throw new Error('The tote is gone')
  await draft(tote, { ...published, fields: { ...published.fields, image: 'rewards/mug' } })
  await draft(question, later)
  const files: Files = { ...validFiles(), 'faq/en.md': '# points-when\n## name\nWhen?\n## content\nSoon.\n' }
  const { dir, remove } = await newContentFolder(files)
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  await runContentCommand(asStaff(api.db), { kind: 'import', isDryRun: false, dir }, { print, printError: print })
  await remove()
  expect(lines).toContain('draft   faq: points-when: stays on the staff page Contents')
  expect(lines.filter((line) => line.startsWith('remove'))).toEqual([])

  const stale = await entryOf(question)
  expect(stale).toMatchObject({ draft: { isStale: true }, published: { texts: { name: { en: 'When?' } } } })
  expect(await publish(question)).toEqual({ kind: 'stale' })
  expect(await draft(question, later)).toMatchObject({ kind: 'saved' })
  const act = actOf(await publish(question))
  expect(actOf(await publish(tote))).toBeTruthy()

  // What was imported after it, is not undone with it.
  await importFiles(api.db, files)
  expect(await entryOf(question)).toMatchObject({ canRestore: false })
  expect(await restore(question, act)).toMatchObject({ kind: 'changed' })
})

test('A copy is an entry of its own: a reward with its stock and an event with its places, gone again when undone', async () => {
  const { published } = await entryOf(tote)
  const copied = await save({ group: 'rewards', key: 'tote-two', version: null, content: published })
  expect(copied).toMatchObject({ kind: 'saved' })
  // The same again is of somebody to whom no answer came.
  expect(await save({ group: 'rewards', key: 'tote-two', version: null, content: published })).toMatchObject({
    kind: 'saved',
  })
  const { published: other } = await entryOf(question)
  expect(await save({ group: 'rewards', key: 'tote-two', version: null, content: other })).toEqual({
    kind: 'taken',
  })
  expect(await publicAnswers()).not.toContain('tote-two')
  const act = actOf(await publish({ group: 'rewards', key: 'tote-two' }))
  expect(await publicAnswers()).toContain('tote-two')
  const stocks = await api.db.selectFrom('reward_stock').select(['alias', 'stock']).orderBy('alias').execute()
  expect(stocks).toEqual([
    { alias: 'tote', stock: 3 },
    { alias: 'tote-two', stock: 3 },
  ])
  expect(await restore({ group: 'rewards', key: 'tote-two' }, act)).toMatchObject({ kind: 'restored' })
  expect(await publicAnswers()).not.toContain('tote-two')
  // What it said is not lost.
  expect(await entryOf({ group: 'rewards', key: 'tote-two' })).toMatchObject({
    published: null,
    draft: { content: published, isStale: false },
  })

  const talk = { group: 'events', key: 'talk' }
  const fields = {
    status: 'active',
    public_registration_start_date: '2026-01-01T00:00:00+08:00',
    starts_at: '2036-05-01T19:30:00+08:00',
    ya_individual_quota: 1,
    normal_individual_quota: 2,
    event_quota: 40,
    waiting_list: true,
  }
  const texts = { name: { en: 'A talk' }, short_description: { en: 'About oboes' } }
  expect(await save({ ...talk, version: null, content: { fields, texts } })).toMatchObject({
    warnings: expect.arrayContaining([{ field: 'name', language: 'tc', flaw: 'is missing' }]),
  })
  actOf(await publish(talk))
  const places = await api.db.selectFrom('event_places').select(['alias', 'places']).execute()
  expect(places).toEqual([{ alias: 'talk', places: 40 }])
  expect((await api.call(endpoints.getEvent, { alias: 'talk' })).text).toContain('About oboes')
})

test('An entry is removed by a draft that is published, and comes back in its place', async () => {
  expect(await draft(question, null)).toMatchObject({ kind: 'saved' })
  expect((await listed('faq'))?.entries).toMatchObject([{ state: 'removed' }])
  expect(await publicAnswers()).toContain('When do I get points?')
  const act = actOf(await publish(question))
  expect(await publicAnswers()).not.toContain('When do I get points?')
  expect(await entryOf(question)).toMatchObject({ published: null, draft: null, canRestore: true, history: [{ act }] })
  expect((await listed('faq'))?.entries).toMatchObject([
    { key: 'points-when', title: { tc: '何時獲得積分？' }, state: 'gone', changed: { by: ada.email } },
  ])
  expect(await restore(question, act)).toMatchObject({ kind: 'restored' })
  expect(await publicAnswers()).toContain('When do I get points?')
})

const move = async (key: string, direction: 'up' | 'down') =>
  (await staff.call(endpoints.moveContent, { group: 'faq', key, direction }, ada)).kind
const order = async () => (await listed('faq'))?.entries.map(({ key, seq }) => `${seq} ${key}`)

test('A question moves among those of its topic alone, and not past a draft', async () => {
  const keys = { first: 101, second: 102, other: 201 }
  const texts = Object.keys(keys).map((key) => `# ${key}\n## name\n${key}\n## content\nYes.\n`)
  const entries = JSON.stringify(Object.entries(keys).map(([key, seq]) => ({ key, seq })))
  await importFiles(api.db, { 'faq/entries.json': entries, 'faq/en.md': texts.join('') })
  expect(await move('second', 'up')).toBe('moved')
  expect(await order()).toEqual(['101 second', '102 first', '201 other'])
  expect(await move('second', 'up')).toBe('end')
  expect(await move('first', 'down')).toBe('end')
  await draft({ group: 'faq', key: 'first' }, { fields: { seq: 105 }, texts: later.texts })
  expect(await move('second', 'down')).toBe('drafted')
  expect(await findActs({ action: 'content_move', subject_id: 'faq/second' })).toMatchObject([
    { before: { content: { seq: '102' } }, after: { content: { seq: '101' } } },
  ])
})

test('Questions with the same number get numbers of their own when one moves', async () => {
  const keys = ['first', 'second', 'third']
  const texts = keys.map((key) => `# ${key}\n## name\n${key}\n## content\nYes.\n`)
  const entries = JSON.stringify(keys.map((key) => ({ key, seq: 101 })))
  await importFiles(api.db, { 'faq/entries.json': entries, 'faq/en.md': texts.join('') })
  expect(await move('third', 'up')).toBe('moved')
  expect(await order()).toEqual(['101 first', '102 third', '103 second'])
})

test('Every change answers the version that it has made', async () => {
  const saved = await draft(question, later)
  expect(saved).toMatchObject({ version: (await entryOf(question)).version })
  const published = await publish(question)
  expect(published).toMatchObject({ version: (await entryOf(question)).version, warnings: [] })
  expect(await restore(question, actOf(published))).toMatchObject({ version: (await entryOf(question)).version })
})

test('A removal is no draft any more once an import has removed the entry', async () => {
  await draft(question, null)
  await importFiles(api.db, { 'faq/entries.json': '[]', 'faq/en.md': '' })
  expect(await api.db.selectFrom('content_drafts').selectAll().execute()).toEqual([])
})

test('What would close joining is published, and undone, only once that was said', async () => {
  const terms = { group: 'tnc', key: 'own-terms' }
  const whole = { en: 'Terms', tc: '條款', sc: '条款' }
  const content = (text: Content['texts'][string]) => ({ fields: { seq: 1 }, texts: { name: whole, content: text } })
  const joining = async () => (await api.call(endpoints.staticContents, {})).text.includes('"takes_members":true')
  await importFiles(api.db, { 'tnc/entries.json': '[]', 'tnc/en.md': '' })
  await save({ ...terms, version: null, content: content(whole) })
  const first = actOf(await publish(terms))
  expect(await joining()).toBe(true)

  expect(await draft(terms, content({ en: 'Terms since [DATE]' }))).toMatchObject({ kind: 'saved', faults: [] })
  expect(await publish(terms)).toEqual({ kind: 'closes_joining' })
  expect(await restore(terms, first)).toEqual({ kind: 'closes_joining' })
  expect(await joining()).toBe(true)
  const { version } = await entryOf(terms)
  const closing = await staff.call(endpoints.publishContent, { ...terms, version, mayCloseJoining: true }, ada)
  expect(closing).toMatchObject({
    kind: 'published',
    warnings: expect.arrayContaining([{ field: 'content', language: 'tc', flaw: 'is missing' }]),
  })
  expect(await joining()).toBe(false)
  expect(await restore(terms, actOf(closing))).toMatchObject({ kind: 'restored' })
  expect(await joining()).toBe(true)

  // The points of the tests' club stay: what holds where they expire, is shown to nobody.
  const unseen = content({ en: 'Points since [DATE]' })
  await draft(terms, { ...unseen, fields: { seq: 1, shown_if: 'points_expire' } })
  expect(await publish(terms)).toMatchObject({ kind: 'closes_joining' })
  const other = { group: 'tnc', key: 'other-terms' }
  await save({ ...other, version: null, content: { ...unseen, fields: { seq: 2, shown_if: 'points_expire' } } })
  expect(await publish(other)).toMatchObject({ kind: 'published' })
  expect(await joining()).toBe(true)
})

test('What guests are told by mail is changed on the page of events alone, once an event has any', async () => {
  const talk = { group: 'events', key: 'talk' }
  const fields = {
    status: 'active',
    public_registration_start_date: '2026-01-01T00:00:00+08:00',
    starts_at: '2036-05-01T19:30:00+08:00',
    ya_individual_quota: 1,
    normal_individual_quota: 2,
    event_quota: 40,
    waiting_list: true,
  }
  const texts = { name: { en: 'A talk' }, short_description: { en: 'About oboes' }, venue: { en: 'The foyer' } }
  await save({ ...talk, version: null, content: { fields, texts } })
  actOf(await publish(talk))
  const moved = {
    fields: { ...fields, starts_at: '2036-05-02T19:30:00+08:00', status: 'inactive' },
    texts: { ...texts, venue: { en: 'The stage' } },
  }
  await draft(talk, moved)
  const undone = actOf(await publish(talk))
  await restore(talk, undone)

  const { id: memberId } = await newMember(api.db)
  await addRegistration(api.db, { member_id: memberId, alias: 'talk', quantity: 1, state: 'waiting' })
  const flaw = changedOnEvents
  const problems = [
    { field: 'starts_at', language: null, flaw },
    { field: 'status', language: null, flaw },
    { field: 'venue', language: 'en', flaw },
  ]
  expect(problemsOf(await draft(talk, moved))).toEqual(problems)
  expect(await publish(talk)).toEqual({ kind: 'refused', problems })
  const [last] = (await entryOf(talk)).history
  expect(await restore(talk, last?.act ?? '')).toEqual({ kind: 'refused', problems })
  const same = { fields: { ...fields, starts_at: '2036-05-01T11:30:00Z', status: 'public', event_quota: 50 }, texts }
  expect(problemsOf(await draft(talk, same))).toEqual([])
  actOf(await publish(talk))
})

test('An entry that its status or the club’s settings hide is published, and not shown', async () => {
  expect(await entryOf(tote)).toMatchObject({ isShown: true })
  const { published } = await entryOf(tote)
  if (published === null) throw new Error('The tote is gone')
  await draft(tote, { ...published, fields: { ...published.fields, status: 'hidden' } })
  actOf(await publish(tote))
  expect(await entryOf(tote)).toMatchObject({ isShown: false, published: { fields: { status: 'hidden' } } })
  const shownIf = async (condition: string) => {
    await draft(question, { ...later, fields: { seq: 101, shown_if: condition } })
    actOf(await publish(question))
    return (await entryOf(question)).isShown
  }
  expect(await shownIf('points_stay')).not.toBe(await shownIf('points_expire'))
})

test('The difference of two long texts is shown where it is', async () => {
  const long = 'One long text. '.repeat(60)
  await draft(question, withTexts({ en: `${long}Begins.${long}` }))
  actOf(await publish(question))
  await draft(question, withTexts({ en: `${long}Ends.${long}` }))
  actOf(await publish(question))
  const [last] = (await entryOf(question)).history
  expect(last?.changes).toMatchObject([
    { before: expect.stringMatching(/^….*Begins\..*…$/), after: expect.stringMatching(/^….*Ends\..*…$/) },
  ])
})

test('What is saved again as it is published is no draft, and a preview has the club’s figures and no scripts', async () => {
  const { published, version } = await entryOf(question)
  await draft(question, later)
  expect(await draft(question, published)).toEqual({ kind: 'unchanged', version })
  expect(await entryOf(question)).toMatchObject({ draft: null, version })
  const content = withTexts({ en: 'HK${fee} <script>x</script>\r\n\r\n### Head' })
  const { texts } = await staff.call(endpoints.previewContent, { ...question, content }, ada)
  expect(texts).toMatchObject([
    { name: 'name', kind: 'line', text: { tc: '何時獲得積分？' } },
    { name: 'content', kind: 'markdown', text: { en: expect.stringContaining('<h3>Head</h3>') } },
  ])
  expect(texts[1]?.text.en).toContain('HK$300 &lt;script&gt;')
})

/** What the file of a picture was answered. */
async function addPicture(name: string, file: string = drawing, ending: 'svg' | 'png' = 'svg') {
  return (await staff.lines(endpoints.addPicture, { name, ending }, ada, file))[0]
}

test('A picture is added under a name of its own, and refused as an import refuses it', async () => {
  expect(await addPicture('rewards/mug')).toMatchObject({
    kind: 'added',
    picture: { name: 'rewards/mug', image: { width: 300, height: 200 } },
  })
  expect(await addPicture('rewards-mug')).toEqual({ kind: 'taken' })
  expect(await addPicture('rewards/mug')).toMatchObject({ kind: 'added', picture: { name: 'rewards/mug' } })
  expect(await addPicture('rewards/mug', drawing.replace('<rect', '<rect x="1"'))).toEqual({ kind: 'taken' })
  expect(await addPicture('rewards/My Mug')).toMatchObject({ kind: 'refused', field: 'name' })
  expect(await addPicture('rewards/cup', drawing, 'png')).toEqual({
    kind: 'refused',
    field: 'file',
    flaw: 'is not what its ending says',
  })
  const script = drawing.replace('<rect', '<script/><rect')
  expect(await addPicture('rewards/cup', script)).toEqual({ kind: 'refused', field: 'file', flaw: 'has a script' })
  const { pictures } = await staff.call(endpoints.listPictures, {}, ada)
  expect(pictures.map(({ name }) => name)).toEqual(['rewards/mug', 'rewards/tote'])
  const acts = await findActs({ action: 'picture_add', subject_id: 'images/rewards/mug' })
  expect(acts.at(-1)).toMatchObject({ actor: `staff:${ada.sub}`, role: 'editor' })
})

test('What is exported after editing is imported again without a change', async () => {
  await draft(question, withTexts({ en: '  Line one\r\n\r\nLine two  ' }))
  actOf(await publish(question))
  const dir = await mkdtemp(join(tmpdir(), 'club-bravo-content-'))
  const lines: string[] = []
  const print = (line: string) => void lines.push(line)
  const output = { print, printError: print }
  await runContentCommand(asStaff(api.db), { kind: 'export', dir }, output)
  await runContentCommand(asStaff(api.db), { kind: 'import', isDryRun: false, dir }, output)
  await rm(dir, { recursive: true })
  expect(lines.at(-1)).toBe('The contents are already the same as in the folder.')
})

test('An unknown group, an entry that is gone and whoever is no editor change nothing', async () => {
  const nowhere = { group: 'poems', key: 'ode', version: 'none', content: later }
  expect(await save(nowhere)).toEqual({ kind: 'unknown' })
  expect(await save({ ...question, key: 'gone', version: 'none', content: later })).toEqual({ kind: 'unknown' })
  const lone = withTexts({ en: '\ud800' })
  const sent = await staff.send(
    endpoints.saveContent,
    { ...question, version: null, content: lone },
    { cookie: ada.cookie },
  )
  expect(sent.status).toBe(422)
  const nul = await staff.send(endpoints.readContent, { ...question, key: 'a\0b' }, { cookie: ada.cookie })
  expect(nul.status).toBe(422)
  const counter = await signedInStaff(api, ['counter'])
  const refused = await staff.send(endpoints.readContent, question, { cookie: counter.cookie })
  expect(refused).toMatchObject({ status: 403, body: { refusal: 'no_permission' } })
  const { id } = await newMember(api.db)
  const asMember = { authorization: `Bearer ${await api.signIn(id)}` }
  expect(await staff.send(endpoints.readContent, question, asMember)).toMatchObject({ status: 401 })
})
