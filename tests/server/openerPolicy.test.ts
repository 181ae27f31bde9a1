import { afterAll, beforeAll, expect, test } from 'vitest'
import { rawRequest } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => server.stop())

/** @param site `Sec-Fetch-Site`: who began the navigation */
async function policyOf(path: string, site: string) {
  const navigation = { accept: 'text/html', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const { headers } = await rawRequest(server.port, path, { ...navigation, 'sec-fetch-site': site })
  return headers['cross-origin-opener-policy']
}

const sites = ['none', 'same-origin', 'cross-site']

test.each(['/', '/en', '/tc/member-detail', '/login', '/nowhere', '/pages/en/home.html', '/pages/en/page.html'])(
  'All pages of the app have one policy for windows that open them, whoever does: %s',
  async (path) => {
    for (const site of sites) expect(await policyOf(path, site)).toBe('unsafe-none')
  },
)

test.each(['/identity/auth', '/mailbox', '/livez', '/payment-simulator/none'])(
  'What is no page of the app is isolated from the window that opened it: %s',
  async (path) => {
    for (const site of sites) expect(await policyOf(path, site)).toBe('same-origin')
  },
)
