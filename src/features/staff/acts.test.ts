import { setupI18n } from '@lingui/core'
import { expect, test } from 'vitest'
import type { RecordedAct } from '#contract/staff/acts.ts'
import { actorText, changesOf, subjectText } from './acts.ts'

const i18n = setupI18n({ locale: 'en', messages: { en: {} } })
const reader = { i18n, lang: 'en' } as const
const act: RecordedAct = {
  id: '1',
  at: '2026-11-27T11:27:00.000Z',
  by: 'ada@example.com',
  role: 'owner',
  action: 'voucher_use',
  subject: { kind: 'voucher', id: '7' },
  memberId: null,
  member: null,
  before: null,
  after: null,
  reason: null,
  undo: null,
}

test('The log tells what has changed in words, and leaves out what has not', () => {
  const venue = { en: 'Foyer', tc: '大堂', sc: '大堂' }
  const changed: [RecordedAct['before'], RecordedAct['after'], string[]][] = [
    [{ used_at: null }, { used_at: '2026-11-27T11:27:59.259Z' }, ['Used: – → 27 Nov 2026, 19:27']],
    [{ points: 1200 }, { points: 1450, ticket: 'A-1' }, ['Points: 1,200 → 1,450', 'Ticket: A-1']],
    [null, { roles: ['box_office', 'counter'] }, ['Roles: Box office, Counter']],
    [{ status: 'Pending Approval' }, { status: 'Approved' }, ['State: To be decided → Approved']],
    [{ venue, isPublished: true }, { venue, isPublished: false }, ['Members see it: yes → no']],
    [{ of_a_later_version: { deep: 1 } }, null, ['of_a_later_version: {"deep":1}']],
    [null, null, []],
  ]
  for (const [before, after, lines] of changed) expect(changesOf({ ...act, before, after }, reader)).toEqual(lines)
})

test('What an act is about is named where a reader knows the name', () => {
  const id = '1e2282fd-4814-4d35-ba94-96727fc01f3e'
  const about = (kind: string, one: string | null) => subjectText({ ...act, subject: { kind, id: one } }, staff, i18n)
  const staff = new Map([[id, 'bo@example.com']])
  expect(about('staff', id)).toBe('Staff bo@example.com')
  expect(about('application', '418b1646-b878-4f37-a0cd-b8e08e6395e0')).toBe('Application')
  expect(about('parcel', 'JWD4-FSDC')).toBe('Parcel JWD4-FSDC')
  expect(about('keys', null)).toBe('Signing keys')
  expect(about('of_a_later_version', '1')).toBe('of_a_later_version 1')
})

test('A periodic task, a machine and a mailed link have words, one of a later version its own name, and somebody on the staff theirs', () => {
  expect(actorText('timer:Renewing memberships', i18n)).toBe('Automatic task: renewing memberships')
  expect(actorText('timer:Tuning', i18n)).toBe('Automatic task: Tuning')
  expect(actorText('key:Hall 1', i18n)).toBe('API key: Hall 1')
  expect(actorText('link:new', i18n)).toBe('Link in the email to the new address')
  expect(actorText('link:old', i18n)).toBe('Link in the email to the old address')
  expect(actorText('cli:operator', i18n)).toBe('Command by operator')
  expect(actorText('owner@clubbravo.test', i18n)).toBe('owner@clubbravo.test')
})
