import { expect, test } from 'vitest'
import { allPageFiles, pageFileOf } from './pages.ts'

test('A page that is made at build time has a file in its language', () => {
  expect(pageFileOf('/en')).toBe('/pages/en/home.html')
  expect(pageFileOf('/tc/')).toBe('/pages/tc/home.html')
  expect(pageFileOf('/sc/reward-list')).toBe('/pages/sc/reward-list.html')
})

test('Every other page of a language starts from the chrome in that language', () => {
  for (const path of ['/tc/reward-detail/tote', '/tc/scanner', '/tc/constructor', '/tc/faq/else']) {
    expect(pageFileOf(path)).toBe('/pages/tc/page.html')
  }
})

test('Addresses without a language start from the bare page', () => {
  for (const path of ['/', '/login', '/fr/faq']) expect(pageFileOf(path)).toBe('/index.html')
})

test('Every file that can be named is in the list', () => {
  const files = new Set(allPageFiles())
  for (const path of ['/', '/en', '/tc/faq', '/sc/anything']) expect(files).toContain(pageFileOf(path))
})
