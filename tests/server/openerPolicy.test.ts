import { afterAll, beforeAll, expect, test } from 'vitest'
import { askServer } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** @param site `Sec-Fetch-Site`: who began the navigation; browsers of before 2023 do not say */
async function headersOf(path: string, site: string | undefined) {
  const from = site === undefined ? {} : { 'sec-fetch-site': site }
  return (await askServer(server.port, path, { ...navigation, ...from })).headers
}

const sites = ['none', 'same-origin', 'same-site', 'cross-site', 'nonsense', undefined]

test.each(['/', '/en', '/tc/member-detail', '/login', '/nowhere', '/pages/en/home.html'])(
  'The page %s is isolated from the window that opened it, unless a person opens it, who has no such window',
  async (path) => {
    for (const site of sites) {
      const headers = await headersOf(path, site)
      expect([site, headers['cross-origin-opener-policy']]).toEqual([
        site,
        site === 'none' ? 'unsafe-none' : 'same-origin',
      ])
      // Caches keep the two apart.
      expect(headers['vary']).toContain('Sec-Fetch-Site')
    }
  },
)

test.each(['/identity/auth', '/mailbox', '/healthz', '/payment-simulator/none'])(
  'What is no page of the app is always isolated: %s',
  async (path) => {
    for (const site of sites) expect((await headersOf(path, site))['cross-origin-opener-policy']).toBe('same-origin')
  },
)
