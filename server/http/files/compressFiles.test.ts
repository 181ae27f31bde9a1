import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compressFiles } from './compressFiles.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'club-bravo-files-'))
})

afterEach(() => rm(folder, { recursive: true, force: true }))

test('Files that shrink are compressed twice, in any folder; files that do not shrink stay uncompressed', async () => {
  const script = 'const concert = "Mahler";\n'.repeat(200)
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'assets/app.js'), script)
  await writeFile(join(folder, 'small.css'), 'a{}')
  await writeFile(join(folder, 'picture.png'), script)
  await compressFiles(folder)
  const names = await readdir(folder, { recursive: true })
  expect(names.toSorted()).toEqual([
    'assets',
    'assets/app.js',
    'assets/app.js.br',
    'assets/app.js.gz',
    'picture.png',
    'small.css',
  ])
  expect(brotliDecompressSync(await readFile(join(folder, 'assets/app.js.br'))).toString()).toBe(script)
  expect(gunzipSync(await readFile(join(folder, 'assets/app.js.gz'))).toString()).toBe(script)
})
