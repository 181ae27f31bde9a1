import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { endpoints } from '#contract/index.ts'
import { languages } from '#contract/language.ts'
import { formatProblem } from '#server/content/folder/problems.ts'
import { readFolder } from '#server/content/folder/readFolder.ts'
import { linksOf } from '#server/content/markdown.ts'
import { readReadiness } from '#server/services/readiness.ts'
import { replacements } from '#server/seed/starter.ts'
import { runCommand } from '#tests/support/commands.ts'
import { emptyContents } from '#tests/support/contents.ts'
import { type TestApi, testApi } from './testApi.ts'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await emptyContents(api.db)
})
afterAll(() => api.close())

async function newFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'club-bravo-start-'))
  onTestFinished(() => rm(dir, { recursive: true, force: true }))
  return dir
}

/** The text files of a folder, by path. */
async function textsIn(dir: string): Promise<Map<string, string>> {
  const found = await readdir(dir, { recursive: true })
  const paths = found.filter((path) => path.endsWith('.md'))
  return new Map(await Promise.all(paths.map(async (path) => [path, await readFile(join(dir, path), 'utf8')] as const)))
}

const run = (...words: string[]) => runCommand(api.dataDir, ['content', ...words])
const open = async () => {
  const checks = await readReadiness(api.db, api.dependencies.settings, new Date())
  return checks.flatMap(({ name, isDone }) => (isDone ? [] : name)).filter((name) => contents.has(name))
}
const contents = new Set(['terms', 'privacy', 'contact'])

test('The starter set is whole, names no club but by blanks, and opens the club once they are filled in', async () => {
  const dir = await newFolder()
  expect(await run('start', dir)).toMatchObject({ code: 0, stderr: '' })
  const { problems } = await readFolder(dir)
  expect(problems.errors).toEqual([])
  expect(problems.warnings.map(formatProblem).filter((one) => !one.includes('has the blank'))).toEqual([])

  const texts = await textsIn(dir)
  const all = [...texts.values()].join('\n')
  expect(all).not.toMatch(/example\.org|Harbour|海港|Standard Chartered|rubber stamp|2026\/27|conductor|tour,/)
  for (const language of languages)
    for (const [, starter] of replacements[language].filter(([, text]) => text.includes('[')))
      expect(all).toContain(starter.trim())
  // Nothing leads to what the club has yet to write.
  const links = [...texts.values()].flatMap((text) => linksOf(text))
  expect(links.filter((link) => /\/(?:campaign|reward-detail|event)\//.test(link))).toEqual([])

  expect(await run('import', dir)).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/Warning: club_links\/tc\.md: .* has the blank \[電話號碼\]/),
  })
  expect(await open()).toEqual(['terms', 'contact'])
  expect((await api.call(endpoints.staticContents, {})).body['takes_members']).toBe(false)

  for (const [path, text] of texts) await writeFile(join(dir, path), text.replaceAll(/\[([^\][\n]+)\](?!\()/g, '$1'))
  expect((await run('import', dir)).code).toBe(0)
  expect(await open()).toEqual([])
  expect((await api.call(endpoints.staticContents, {})).body['takes_members']).toBe(true)
})

test('What the club has written stays as it is, and only what is missing is added', async () => {
  const entries = () =>
    api.db.selectFrom('contents').select(['group_name', 'key', 'texts', 'fields']).orderBy('contents.id').execute()
  const texts = JSON.stringify({ name: { en: 'Our own' }, content: { en: 'Words' } })
  await api.db.updateTable('contents').set({ texts }).where('key', '=', 'points-what').execute()
  await api.db.deleteFrom('contents').where('key', '=', 'points-when').execute()
  const before = await entries()
  const dir = await newFolder()
  expect((await run('start', dir)).stdout).toContain('New: 1.')
  const imported = await run('import', dir)
  expect(imported.stdout.split('\n').filter((line) => /^(?:add|change|remove) /.test(line))).toEqual([
    'add     faq: points-when',
  ])
  expect((await entries()).filter(({ key }) => key !== 'points-when')).toEqual(before)
  expect((await run('start', dir)).stdout).toContain('New: 0.')
})

test('A folder with other files is left alone', async () => {
  const dir = await newFolder()
  await writeFile(join(dir, 'letter.txt'), 'Dear friends')
  expect(await run('start', dir)).toMatchObject({ code: 1, stderr: expect.stringContaining('letter.txt') })
  expect(await readdir(dir)).toEqual(['letter.txt'])
})
