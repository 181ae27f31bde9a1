import { promisifyRequest } from 'idb-keyval'
import { beforeEach, expect, test } from 'vitest'
import { leave } from '#src/session/leave.ts'
import { draftsDatabase } from '#src/storage/names.ts'
import { startSession } from '#src/session/sessionLifecycle.ts'
import { keepDraft, openDraft, readDraft, saveDraft } from '#src/features/registration/draft/draft.ts'
import { formValuesOf } from '#contract/registration/profileMapper.ts'
import { userOf } from '#tests/support/profile.ts'

const user = userOf({ id: 'm1' })
const draft = { values: formValuesOf(user.member_profile), step: 'about', attempt: null, hadCard: false } as const

beforeEach(async () => {
  localStorage.clear()
  const expiresAt = new Date(Date.UTC(2030, 0, 1)).toISOString()
  await startSession({ token: 'token', expiresAt, user })
})

const here = { writer: 'here', since: null }

test('What is typed is kept for the member', async () => {
  expect(await saveDraft('m1', 'free', draft, here)).toBe('saved')
  expect(await openDraft('m1', 'free')).toMatchObject(draft)
})

test('A draft that a newer version of the app has stored is left alone, and nothing is said to be kept', async () => {
  const newer = { version: 2, words: 'typed in a newer version' }
  await keepDraft('m1', 'red', { draft: newer, mayReplace: () => true })
  expect(await openDraft('m1', 'red')).toBeNull()
  expect(await saveDraft('m1', 'red', draft, here)).toBe('unsaved')
  expect(await readDraft('m1', 'red')).toEqual(newer)
})

test('What another tab has saved since is not replaced, unless the person wants that', async () => {
  const there = { writer: 'there', since: null }
  const saveHere = (writer = here) => saveDraft('m1', 'sc', draft, writer)
  expect(await saveHere()).toBe('saved')
  expect(await saveHere()).toBe('saved')
  const seen = await openDraft('m1', 'sc')
  expect(await saveDraft('m1', 'sc', draft, { ...there, since: seen?.savedAt ?? null })).toBe('saved')
  expect(await saveHere()).toBe('elsewhere')
  expect(await openDraft('m1', 'sc')).toMatchObject({ writer: 'there' })
  expect(await saveDraft('m1', 'sc', draft, { ...here, isReplacing: true })).toBe('saved')
  expect(await saveDraft('m1', 'sc', draft, there)).toBe('elsewhere')
})

test('A sign-out leaves no draft, also while a frozen tab holds the database open', async () => {
  expect(await saveDraft('m1', 'free', draft, here)).toBe('saved')
  // It does not hear that the database is to be deleted.
  const frozen = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open(draftsDatabase)
    opening.addEventListener('success', () => resolve(opening.result))
  })
  await leave()
  const rows = frozen.transaction(draftsDatabase).objectStore(draftsDatabase)
  expect(await promisifyRequest(rows.getAllKeys())).toEqual([])
  frozen.close()
})

test('A sign-out that waits for a slow tab leaves no draft that another tab keeps meanwhile', async () => {
  const slow = await new Promise<IDBDatabase>((resolve) => {
    const opening = indexedDB.open('club-bravo-session')
    opening.addEventListener('success', () => resolve(opening.result))
  })
  const held = slow.transaction('club-bravo-session', 'readwrite').objectStore('club-bravo-session')
  let isHeld = true
  const holdOn = () => {
    if (isHeld) held.get('nothing').addEventListener('success', holdOn)
  }
  holdOn()
  const ending = leave()
  expect(await saveDraft('m1', 'free', draft, here)).toBe('unsaved')
  isHeld = false
  await ending
  slow.close()
  await startSession({ token: 'token', expiresAt: null, user })
  expect(await openDraft('m1', 'free')).toBeNull()
})
