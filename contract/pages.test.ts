import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  allPageFiles,
  chromeFileOf,
  isInstalled,
  isKnownPage,
  pageFileOf,
  parseCompletedPath,
  parseDetailPath,
} from './pages.ts'

test('A page that is made at build time has a file in its language', () => {
  expect(pageFileOf('/en')).toBe('/pages/en/home.html')
  expect(pageFileOf('/tc/')).toBe('/pages/tc/home.html')
  expect(pageFileOf('/sc/reward-list')).toBe('/pages/sc/reward-list.html')
})

test('The pages of all rewards start from one file, those of all events from another', () => {
  expect(pageFileOf('/tc/reward-detail/tote')).toBe('/pages/tc/reward-detail.html')
  expect(pageFileOf('/sc/event/sing-along')).toBe('/pages/sc/event.html')
})

test('An address of a reward or an event names its alias, as the router reads it', () => {
  expect(parseDetailPath('/tc/reward-detail/tote')).toEqual({ lang: 'tc', page: 'reward-detail', alias: 'tote' })
  expect(parseDetailPath('/en/event/a%20b')).toEqual({ lang: 'en', page: 'event', alias: 'a b' })
  expect(parseDetailPath('/en/event/%E0%A4')).toEqual({ lang: 'en', page: 'event', alias: '%E0%A4' })
  for (const path of ['/', '/en', '/en/event', '/en/event/a/b', '/en/event/a/', '/fr/event/a', '/en/campaign/a']) {
    expect(parseDetailPath(path)).toBeNull()
  }
})

test('The server completes home, the reward list, rewards, events and the pages about the club, and no other page', () => {
  expect(parseCompletedPath('/sc/reward-list')).toEqual({ lang: 'sc', page: 'reward-list' })
  expect(parseCompletedPath('/tc')).toEqual({ lang: 'tc', page: 'home' })
  expect(parseCompletedPath('/en/faq')).toEqual({ lang: 'en', page: 'faq' })
  expect(parseCompletedPath('/tc/reward-detail/tote')).toEqual({ lang: 'tc', page: 'reward-detail', alias: 'tote' })
  for (const path of [
    '/en/reward-list/',
    '/fr/reward-list',
    '/reward-list',
    '/en/faq/',
    '/en/scan-intro',
    '/en/',
    '/en/home',
    '/fr',
  ]) {
    expect(parseCompletedPath(path)).toBeNull()
  }
})

test('Every other page of a language starts from the chrome in that language', () => {
  for (const path of ['/tc/reward-detail', '/tc/event/a/b', '/tc/scanner', '/tc/constructor', '/tc/faq/else']) {
    expect(pageFileOf(path)).toBe('/pages/tc/page.html')
  }
})

test('Every page that the app has is known, in whatever case, and no other', () => {
  const routes = new URL('../src/routes/$lang/', import.meta.url)
  const files = ['./', './_member/'].flatMap((folder) => readdirSync(new URL(folder, routes)))
  const pages = files.flatMap((file) => /^(?!-|route\.|index\.)(.+)\.tsx$/.exec(file)?.[1] ?? [])
  expect(pages.length).toBeGreaterThan(40)
  for (const page of pages) expect([page, isKnownPage(`/tc/${page.replace('.$alias', '/some')}`)]).toEqual([page, true])
  for (const path of ['/', '/login', '/t', '/en', '/en/', '/EN/FAQ', '/en/faq/']) expect(isKnownPage(path)).toBe(true)
  for (const path of ['/tc/nowhere-land', '/en/faq/else', '/en/event', '/en/event/a/b', '/en/constructor'])
    expect([path, isKnownPage(path)]).toEqual([path, false])
})

test('Addresses without a language start from the bare page', () => {
  for (const path of ['/', '/login', '/fr/faq']) expect(pageFileOf(path)).toBe('/index.html')
})

test('Every file that can be named is in the list', () => {
  const files = new Set(allPageFiles())
  for (const path of ['/', '/en', '/tc/faq', '/sc/event/a', '/sc/anything']) expect(files).toContain(pageFileOf(path))
})

test('What an app is opened at is installed with its files; what is read now and then is kept once it was visited', () => {
  const installed = [
    '/',
    '/tc',
    '/sc/reward-list',
    '/en/scanner',
    '/en/membership-card',
    '/tc/my-scans',
    '/en/asiamiles',
  ]
  expect(installed.filter((path) => !isInstalled(pageFileOf(path)))).toEqual([])
  expect(['/en/faq', '/tc/event/a', '/sc/how-to'].filter((path) => isInstalled(pageFileOf(path)))).toEqual([])
  expect(isInstalled('/assets/club-1234567.js')).toBe(true)
  for (const path of ['/tc/faq', '/tc/event/a', '/tc']) expect(isInstalled(chromeFileOf(path))).toBe(true)
  expect(chromeFileOf('/t')).toBe('/index.html')
})
