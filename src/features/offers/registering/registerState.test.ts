import { expect, test } from 'vitest'
import { registerStateOf } from './registerState.ts'

const ready = { status: 'open', emailVerified: true, isWaiting: false, left: 2, online: true, reachable: true } as const

test('A verified member with places left registers when registration is open, for everyone or with priority', () => {
  expect(registerStateOf(ready)).toBe('ready')
  expect(registerStateOf({ ...ready, status: 'priority-open' })).toBe('ready')
})

test('What keeps a member from registering is said in the order of what matters', () => {
  const nothing = { emailVerified: false, isWaiting: true, left: 0, online: false, reachable: false } as const
  for (const status of ['before-priority', 'start-priority', 'public-expired'] as const) {
    expect(registerStateOf({ ...nothing, status })).toBe('not_open')
  }
  expect(registerStateOf({ ...nothing, status: 'open' })).toBe('unverified')
  expect(registerStateOf({ ...nothing, status: 'open', emailVerified: true })).toBe('waiting')
  expect(registerStateOf({ ...ready, left: 0, online: false })).toBe('quota_reached')
  expect(registerStateOf({ ...ready, online: false, reachable: false })).toBe('offline')
  expect(registerStateOf({ ...ready, reachable: false })).toBe('unreachable')
})
