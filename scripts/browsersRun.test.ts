import { execFile } from 'node:child_process'
import { glob, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { staffWords, words } from '#tests/browsers/words.ts'

test('A run of other browsers that finds none of them fails, and says in its last line what was skipped', async () => {
  const program = fileURLToPath(new URL('../tests/browsers/run.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [program], { env: { PATH: '' } })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\n0 passed, 0 failed, skipped: Firefox, WebKitGTK\n$/),
  })
})

test('What the journeys in other browsers look for is in the texts of the pages', async () => {
  const root = fileURLToPath(new URL('../', import.meta.url))
  let texts = ''
  for await (const file of glob('{src,server}/**/locales/**/en.po', { cwd: root }))
    texts += await readFile(`${root}${file}`, 'utf8')
  // Numbers and names are filled in.
  const said = [...Object.values(words), ...Object.values(staffWords)].map((word) => word.replaceAll(/\d+/g, ''))
  const missing = said.filter((word) => !word.split('  ').every((part) => texts.includes(part.trim())))
  expect(missing).toEqual([])
})
