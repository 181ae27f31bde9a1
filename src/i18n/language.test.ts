import { describe, expect, it } from 'vitest'
import { languageOfBrowser, languageOfPath } from './language.ts'

describe('The language of a first visit', () => {
  it.each([
    [['zh-HK', 'en'], 'tc'],
    [['zh-TW'], 'tc'],
    [['zh'], 'tc'],
    [['zh-Hant-CN'], 'tc'],
    [['zh-Hant-MY'], 'tc'],
    [['zh-CN'], 'sc'],
    [['zh-Hans'], 'sc'],
    [['zh-Hans-HK'], 'sc'],
    [['zh-SG', 'zh-HK'], 'sc'],
    [['zh-my'], 'sc'],
    [['en-GB', 'zh-HK'], 'en'],
    [['fr-FR', 'zh-HK', 'en'], 'tc'],
    [['zhx', 'english'], 'en'],
    [['ja-JP'], 'en'],
    [[], 'en'],
  ])('for a browser with the languages %j is %s', (tags, expected) => {
    expect(languageOfBrowser(tags)).toBe(expected)
  })
})

describe('The language of an address', () => {
  it.each([
    ['/en', 'en'],
    ['/tc/my-scans', 'tc'],
    ['/sc/', 'sc'],
    ['/EN', null],
    ['/english', null],
    ['/', null],
    ['/login', null],
  ])('%s is %s', (path, expected) => {
    expect(languageOfPath(path)).toBe(expected)
  })
})
