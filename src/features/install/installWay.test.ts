import { expect, test } from 'vitest'
import { type BrowserFacts, installWay } from './installWay.ts'

const facts = (userAgent: string, more: Partial<BrowserFacts> = {}): BrowserFacts => ({
  userAgent,
  touchPoints: 0,
  hasPrompt: false,
  isInstalled: false,
  ...more,
})
const android = 'Mozilla/5.0 (Android 15; Mobile; rv:146.0) Gecko/146.0 Firefox/146.0'
const iPhone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 Version/26.0 Safari/604.1'
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/26.0 Safari/605.1.15'
const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36'

test('The browser’s own prompt comes first, and the installed app offers nothing', () => {
  expect(installWay(facts(chrome, { hasPrompt: true }))).toBe('prompt')
  expect(installWay(facts(iPhone, { isInstalled: true }))).toBeNull()
})

test('Phones, tablets and Safari on a Mac get the steps of their own menus', () => {
  expect(installWay(facts(iPhone, { touchPoints: 5 }))).toBe('ios')
  expect(installWay(facts(mac, { touchPoints: 5 }))).toBe('ios')
  expect(installWay(facts(android, { touchPoints: 5 }))).toBe('menu')
  expect(installWay(facts(mac))).toBe('dock')
})

test('A browser on a computer that offers no installation is not asked for one', () => {
  expect(installWay(facts(chrome))).toBeNull()
  expect(installWay(facts('Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'))).toBeNull()
})
