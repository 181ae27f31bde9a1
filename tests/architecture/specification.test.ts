import { expect, test } from 'vitest'
import { listFiles, readText } from './sources.ts'

const page = await readText('docs/specification.md')
const files = await listFiles()

test('Every place that docs/specification.md names is there', () => {
  const places = [...page.matchAll(/`((?:contract|docs|packages|server|src|sw|tests)\/[^`]+)`/g)].map(
    ([, place = '']) => place,
  )
  expect(places.length).toBeGreaterThan(200)
  expect(places.filter((place) => !files.some((path) => path === place || path.startsWith(`${place}/`)))).toEqual([])
})

test('Every test that docs/specification.md names has its title', async () => {
  const named = [...page.matchAll(/`([^`]+\.test\.tsx?)` – (.+?)\s*(?=<br>|\|)/g)]
  expect(named.length).toBeGreaterThan(100)
  const missing = []
  for (const [, path = '', title = ''] of named)
    if (!new RegExp(`['"\`]${RegExp.escape(title)}`).test(await readText(path))) missing.push(`${path}: ${title}`)
  expect(missing).toEqual([])
})
