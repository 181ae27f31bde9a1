import { readFile } from 'node:fs/promises'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { generatedDocs } from '#scripts/generatedDocs.ts'
import { listFiles, readText } from './sources.ts'

const papers = (await listFiles()).filter((path) => path.endsWith('.md'))

test('The pages that derive from tables (settings, demo season, import rules) are what `npm run make -- docs` writes', async () => {
  const written = await generatedDocs()
  const present = await Promise.all([...written.keys()].map(async (path) => [path, await readText(path)] as const))
  expect(new Map(present)).toEqual(written)
})

test('Every npm script that a paper names exists', async () => {
  const packageFile: unknown = JSON.parse(await readFile(new URL('../../package.json', import.meta.url), 'utf8'))
  const { scripts } = v.parse(v.object({ scripts: v.record(v.string(), v.string()) }), packageFile)
  const missing = []
  for (const path of papers.filter((one) => one !== 'CHANGELOG.md'))
    for (const [, script = ''] of (await readText(path)).matchAll(/`npm run (?:-s )?([a-z0-9]+)/g))
      if (!(script in scripts)) missing.push(`${path} names ${script}`)
  expect(missing).toEqual([])
})

test('Every link of a paper to another file leads to one', async () => {
  const files = new Set(await listFiles())
  const broken = []
  for (const path of papers) {
    const folder = new URL(path, 'file:///')
    for (const [, target = ''] of (await readText(path)).matchAll(/(?:\]\(|src=")([^)#"]+)/g)) {
      if (/^[a-z]+:|^\/|^\{/.test(target)) continue
      const file = new URL(target, folder).pathname.slice(1)
      if (!files.has(file) && ![...files].some((one) => one.startsWith(`${file.replace(/\/$/, '')}/`)))
        broken.push(`${path} -> ${target}`)
    }
  }
  expect(broken).toEqual([])
})
