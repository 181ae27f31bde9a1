import { afterAll, beforeAll, expect, test } from 'vitest'
import { askServer } from '#tests/support/rawRequest.ts'
import { type RunningServer, startServer } from '#tests/support/server.ts'

let server: RunningServer

beforeAll(async () => {
  server = await startServer()
})

afterAll(() => server.stop())

test.each([
  ['/', 'unsafe-none'],
  ['/en/my-scans', 'unsafe-none'],
  ['/nowhere', 'unsafe-none'],
  ['/identity/auth', 'same-origin'],
  ['/identity/interaction/unknown', 'same-origin'],
  ['/identity/verify-email?token=x', 'same-origin'],
  ['/mailbox', 'same-origin'],
])(
  'Pages are isolated from the window that opened them, but for those of the app, which would start later: %s',
  async (path, policy) => {
    const { headers } = await askServer(server.port, path, { accept: 'text/html', 'sec-fetch-dest': 'document' }, 'GET')
    expect(headers['cross-origin-opener-policy']).toBe(policy)
  },
)
