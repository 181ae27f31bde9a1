import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('A run of other browsers that finds none of them fails, and says in its last line what was skipped', async () => {
  const program = fileURLToPath(new URL('../tests/browsers/run.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [program], { env: { PATH: '' } })
  await expect(run).rejects.toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\n0 passed, 0 failed, skipped: Firefox, WebKitGTK\n$/),
  })
})
