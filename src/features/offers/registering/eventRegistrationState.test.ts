import { expect, test } from 'vitest'
import { eventRegistrationStateOf } from './eventRegistrationState.ts'

const ready = {
  status: 'open',
  isSuspended: false,
  isForYouth: false,
  emailVerified: true,
  isWaiting: false,
  left: 2,
  online: true,
  reachable: true,
  isFull: false,
} as const

test('A verified member with places left registers when registration is open, for everyone or with priority', () => {
  expect(eventRegistrationStateOf(ready)).toBe('ready')
  expect(eventRegistrationStateOf({ ...ready, status: 'priority-open' })).toBe('ready')
})

test('What keeps a member from registering is said in the order of what matters', () => {
  const nothing = {
    isSuspended: true,
    isForYouth: true,
    emailVerified: false,
    isWaiting: true,
    left: 0,
    online: false,
    reachable: false,
    isFull: true,
  } as const
  for (const status of ['before-priority', 'start-priority', 'public-expired'] as const) {
    expect(eventRegistrationStateOf({ ...nothing, status })).toBe('not_open')
  }
  expect(eventRegistrationStateOf({ ...nothing, status: 'open' })).toBe('suspended')
  expect(eventRegistrationStateOf({ ...nothing, status: 'open', isSuspended: false })).toBe('youth_only')
  const open = { ...nothing, status: 'open', isSuspended: false, isForYouth: false } as const
  expect(eventRegistrationStateOf(open)).toBe('unverified')
  expect(eventRegistrationStateOf({ ...open, emailVerified: true })).toBe('waiting')
  expect(eventRegistrationStateOf({ ...ready, left: 0, online: false })).toBe('quota_reached')
  expect(eventRegistrationStateOf({ ...ready, online: false, reachable: false })).toBe('offline')
  expect(eventRegistrationStateOf({ ...ready, reachable: false, isFull: true })).toBe('unreachable')
  expect(eventRegistrationStateOf({ ...ready, isFull: true })).toBe('full')
})
