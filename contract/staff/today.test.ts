import { expect, test } from 'vitest'
import * as v from 'valibot'
import { staffSession } from './today.ts'

test('A page that is open beside a newer server leaves out the roles and permissions that it does not know', () => {
  const session = { account: 'a', name: 'Ada', email: 'ada@club.example', stepUpUntil: '2026-11-26T12:00:00.000Z' }
  const answer = { ...session, roles: ['owner', 'archivist'], permissions: ['act_read', 'shelf_read'] }
  expect(v.parse(staffSession.answer, answer)).toEqual({ ...session, roles: ['owner'], permissions: ['act_read'] })
})
