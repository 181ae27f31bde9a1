import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { type ContentCommand, runContentCommand } from '#server/commands/contentFolder.ts'
import {
  drawing,
  emptyContents,
  type Files,
  importFiles,
  newContentFolder,
  rewardEntry,
  rewardTexts,
  validFiles,
} from '#tests/support/contents.ts'
import { runCommand } from '#tests/support/commands.ts'
import { asStaff } from '#tests/support/staff.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())
beforeEach(async () => {
  await emptyContents(api.db)
  await api.db.deleteFrom('images').execute()
  await importFiles(api.db, validFiles())
})

/** The output of the operator's command for a folder with these files. */
async function run(files: Files, command: Partial<Extract<ContentCommand, { kind: 'import' }>> = {}) {
  const { dir, remove } = await newContentFolder(files)
  const [output, errorOutput]: [string[], string[]] = [[], []]
  const print = (line: string) => output.push(line)
  const printError = (line: string) => errorOutput.push(line)
  const target = { print, printError }
  const done = await runContentCommand(asStaff(api.db), { kind: 'import', isDryRun: false, ...command, dir }, target)
  await remove()
  return { done, output: output.filter((line) => !line.startsWith('Warning')), errorOutput }
}

/** All stored contents. */
async function state() {
  const entries = await api.db.selectFrom('contents').selectAll().orderBy('group_name').orderBy('position').execute()
  const images = await api.db.selectFrom('images').select(['name', 'hash']).orderBy('name').execute()
  const version = await api.db.selectFrom('contents_version').selectAll().execute()
  return { entries, images, version }
}

const changed: Files = {
  ...validFiles(),
  'faq/tc.md': '# points-when\n## name\n何時有積分？\n## content\n即時。\n',
  'faq/sc.md': '# points-when\n## name\n何时有积分？\n## content\n即时。\n',
  'rewards/entries.json': JSON.stringify([
    rewardEntry({ key: 'mug', image: 'rewards/mug' }),
    rewardEntry({ points: 500, each_member_max: 2, image: undefined }),
  ]),
  'rewards/en.md': rewardTexts('mug', 'tote'),
  'reward_categories/entries.json': JSON.stringify([
    { key: 'special-offer', id: 2 },
    { key: 'rewards', id: 1 },
  ]),
  'reward_categories/en.md': '# rewards\n## name\nRewards\n# special-offer\n## name\nSpecial offer\n',
  'images/rewards/mug.svg': drawing,
}
const changes = [
  'add     reward_categories: special-offer',
  'add     rewards: mug',
  'change  faq: points-when: name (tc, sc)',
  'change  rewards: tote: points, each_member_max, image',
  'order   reward_categories',
  'add     images/rewards/mug',
  'remove  images/rewards/tote',
]

test('A dry run lists what would be added, changed (by field and language), moved and removed, and changes nothing', async () => {
  const before = await state()
  const { done, output } = await run(changed, { isDryRun: true })
  expect(done).toBe(true)
  expect(output.toSorted()).toEqual([...changes, 'This was a dry run: nothing was changed.'].toSorted())
  expect(await state()).toEqual(before)
})

test('An import does what the dry run listed, and a second one has nothing to do', async () => {
  const { output } = await run(changed)
  expect(output.toSorted()).toEqual([...changes, 'Imported. The app shows it from now on.'].toSorted())
  const after = await state()
  expect((await run(changed)).output).toEqual(['The contents are already the same as in the folder.'])
  expect(await state()).toEqual(after)
})

test('Entries no longer in a group are removed, groups not in the folder stay, and so do their pictures', async () => {
  const { output } = await run({ 'faq/entries.json': '[]' })
  expect(output).toEqual(['remove  faq: points-when', 'Imported. The app shows it from now on.'])
  const { entries, images } = await state()
  expect(entries.map(({ group_name: group }) => group)).toEqual(['reward_categories', 'rewards'])
  expect(images.map(({ name }) => name)).toEqual(['rewards/tote'])
})

test('A group may use existing pictures', async () => {
  const { done } = await run({
    'rewards/entries.json': JSON.stringify([rewardEntry({ slider_images: ['rewards/tote'] })]),
    'rewards/en.md': rewardTexts('tote'),
  })
  expect(done).toBe(true)
})

const idOf = async (key: string) => (await state()).entries.find((entry) => entry.key === key)?.id

test('A changed entry keeps its number, so that references to it stay valid', async () => {
  const before = await idOf('tote')
  await run(changed)
  expect(await idOf('tote')).toBe(before)
})

test('A single error prevents the whole import, and is reported with the number of errors', async () => {
  const before = await state()
  const { done, errorOutput } = await run({ ...changed, 'faq/en.md': '# points-when\n## name\nWhen?\n' })
  expect(done).toBe(false)
  expect(errorOutput).toEqual([
    'faq/en.md: points-when: ## content in English is missing.',
    'Nothing was imported. Errors: 1.',
  ])
  expect(await state()).toEqual(before)
  const withoutPicture = await run({
    'rewards/entries.json': JSON.stringify([rewardEntry({ image: 'rewards/none' })]),
    'rewards/en.md': rewardTexts('tote'),
  })
  expect(withoutPicture.errorOutput[0]).toBe(
    'rewards/entries.json: tote: image: there is no picture images/rewards/none.',
  )
  expect(await state()).toEqual(before)
})

test('A missing folder is reported in one sentence', async () => {
  const errorOutput: string[] = []
  const output = { print: () => undefined, printError: (line: string) => errorOutput.push(line) }
  expect(
    await runContentCommand(asStaff(api.db), { kind: 'import', dir: '/nowhere/at/all', isDryRun: false }, output),
  ).toBe(false)
  expect(errorOutput).toEqual([expect.stringContaining('The folder cannot be used: ENOENT')])
})

const ask = async () => {
  const { body, headers } = await api.call(endpoints.staticContents, {})
  return { faq: JSON.stringify(body['faq']), tag: headers.get('etag') }
}

test('A running server shows an import with its next response', async () => {
  const before = await ask()
  expect(before.faq).toContain('何時獲得積分？')
  await run(changed)
  const after = await ask()
  expect(after.faq).toContain('何時有積分？')
  expect(after.tag).not.toBe(before.tag)
})

test('Several imports at once leave one of them complete', async () => {
  const versions = [1, 2, 3, 4, 5].map((points) => ({
    ...validFiles(),
    'rewards/entries.json': JSON.stringify(['tote', 'mug'].map((key) => rewardEntry({ key, points }))),
    'rewards/en.md': rewardTexts('tote', 'mug'),
  }))
  expect((await Promise.all(versions.map((files) => run(files)))).every(({ done }) => done)).toBe(true)
  const { entries } = await state()
  const points = entries.filter(({ group_name: group }) => group === 'rewards').map(({ fields }) => fields['points'])
  expect(new Set(points).size).toBe(1)
  expect(points).toHaveLength(2)
})

async function newFolder() {
  const dir = await mkdtemp(join(tmpdir(), 'club-bravo-export-'))
  return { dir, remove: () => rm(dir, { recursive: true, force: true }) }
}

test('An export replaces an earlier one completely, and leaves the editor’s own files', async () => {
  const { dir, remove } = await newFolder()
  const output = { print: () => undefined, printError: () => undefined }
  await writeFile(join(dir, 'README.md'), 'ours')
  await writeFile(join(dir, '.gitignore'), 'ours')
  await runContentCommand(asStaff(api.db), { kind: 'export', dir }, output)
  expect(await readdir(join(dir, 'images/rewards'))).toEqual(['tote.svg'])
  await run(changed)
  await runContentCommand(asStaff(api.db), { kind: 'export', dir }, output)
  expect(await readdir(join(dir, 'images/rewards'))).toEqual(['mug.svg'])
  expect(await readFile(join(dir, 'README.md'), 'utf8')).toBe('ours')
  expect((await readdir(dir)).filter((name) => name.startsWith('.'))).toEqual(['.gitignore'])
  await remove()
})

test('An export never writes into a folder with other files', async () => {
  const { dir, remove } = await newFolder()
  await writeFile(join(dir, 'thesis.doc'), 'precious')
  const errorOutput: string[] = []
  const done = await runContentCommand(
    asStaff(api.db),
    { kind: 'export', dir },
    { print: () => undefined, printError: (line: string) => errorOutput.push(line) },
  )
  expect([done, errorOutput]).toEqual([
    false,
    [expect.stringContaining('holds other files than contents (thesis.doc)')],
  ])
  expect(await readdir(dir)).toEqual(['thesis.doc'])
  await remove()
})

test('Words that the command does not understand get its usage, and change nothing', async () => {
  const before = await state()
  for (const words of [
    [],
    ['import'],
    ['export', 'a', '--dry-run'],
    ['move', 'a'],
    ['import', 'a', 'b'],
    ['import', '--dry'],
  ]) {
    const { code, stderr } = await runCommand(api.dataDir, ['content', ...words])
    expect([code, stderr]).toEqual([1, expect.stringContaining('Usage:')])
  }
  expect(await state()).toEqual(before)
})

test('The operator’s command works beside a running server, and makes the pictures in every size', async () => {
  const { dir, remove } = await newContentFolder(changed)
  const command = async (...words: string[]) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['server/commands/club.ts', 'content', ...words], {
      env: { PATH: process.env['PATH'], DATA_DIR: api.dataDir },
    })
    return stdout
  }
  expect(await command('import', dir)).toMatch(/add {5}rewards: mug\n[^]*Imported.*\n.*all sizes: 8 files/)
  expect((await readdir(join(api.dataDir, 'images'))).toSorted()).toEqual(
    ['1080.jpg', '1080.webp', '1600.jpg', '1600.webp', '480.jpg', '480.webp', '720.jpg', '720.webp'].map((end) =>
      expect.stringMatching(new RegExp(`^\\d+-rewards-mug-[0-9a-f]{8}-${end}$`)),
    ),
  )
  await expect(command('import', join(dir, 'nowhere'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('The folder cannot be used'),
  })
  await expect(command('sing')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('npm run club -- content'),
  })
  await remove()
})
