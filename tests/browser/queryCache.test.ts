import { QueryClient } from '@tanstack/react-query'
import * as v from 'valibot'
import { beforeEach, expect, test, vi } from 'vitest'
import { StaticContents } from '#contract/content.ts'
import { createQueryClient, forgetMemberAnswers, keepAnswers } from '#src/offline/queryCache.ts'
import { userOf } from '#tests/support/profile.ts'

const storageKey = 'club-bravo.answers'
const contents = v.parse(StaticContents, { ticket_keys: [], performances: [] })
const user = userOf()
const textKept = () => localStorage.getItem(storageKey) ?? ''
const heardAt = Date.UTC(2026, 8, 1)

beforeEach(() => localStorage.clear())

/** A phone on which these answers were kept by an earlier visit. */
function phoneWith(queries: unknown[], buster = '1'): void {
  localStorage.setItem(
    storageKey,
    JSON.stringify({ buster, timestamp: heardAt, clientState: { mutations: [], queries } }),
  )
}

const kept = (queryKey: unknown[], data: unknown) => ({
  queryKey,
  queryHash: JSON.stringify(queryKey),
  state: { data, dataUpdatedAt: heardAt },
})

async function openedCache(): Promise<QueryClient> {
  const client = createQueryClient()
  await keepAnswers(client)
  return client
}

test('What the club said is there again at the next visit, with its time', async () => {
  const first = await openedCache()
  first.setQueryData(['static-contents'], contents)
  first.setQueryData(['me', 'm1'], user, { updatedAt: heardAt })
  await vi.waitFor(() => expect(textKept()).toContain('ada@club.example'))

  const second = await openedCache()
  expect(second.getQueryData(['static-contents'])).toEqual(contents)
  expect(second.getQueryData(['me', 'm1'])).toEqual(user)
  expect(second.getQueryState(['me', 'm1'])?.dataUpdatedAt).toBe(heardAt)
})

test('Only the answers that are meant for offline use are kept', async () => {
  const client = await openedCache()
  client.setQueryData(['something-else'], 'not for the phone')
  client.setQueryData(['static-contents'], contents)
  await vi.waitFor(() => expect(textKept()).toContain('static-contents'))
  expect(textKept()).not.toContain('not for the phone')
})

test('A kept answer that does not fit the contract is left out, and the others are used', async () => {
  phoneWith([
    kept(['me', 'm1'], { ...user, availablePoints: 'many' }),
    kept(['static-contents'], contents),
    kept(['unknown'], 1),
    'no query at all',
    null,
  ])
  const client = await openedCache()
  expect(client.getQueryData(['static-contents'])).toEqual(contents)
  expect(client.getQueryData(['me', 'm1'])).toBeUndefined()
  expect(client.getQueryCache().getAll()).toHaveLength(1)
})

test.each([
  ['cut JSON', '{"buster":"1","clientState":{"queries":[{'],
  ['another thing', '[]'],
  ['nothing', ''],
])('A phone that kept %s starts with an empty cache', async (_, text) => {
  localStorage.setItem(storageKey, text)
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('What another version kept is not used', async () => {
  phoneWith([kept(['static-contents'], contents)], '0')
  expect((await openedCache()).getQueryCache().getAll()).toEqual([])
})

test('Signing out takes the member’s answers off the page and the phone at once, and leaves the public ones', async () => {
  const client = await openedCache()
  client.setQueryData(['static-contents'], contents)
  client.setQueryData(['me', 'm1'], user)
  await vi.waitFor(() => expect(textKept()).toContain('ada@club.example'))
  await forgetMemberAnswers(client)
  expect(textKept()).not.toContain('ada@club.example')
  expect(client.getQueryData(['me', 'm1'])).toBeUndefined()
  expect(client.getQueryData(['static-contents'])).toEqual(contents)
  await vi.waitFor(() => expect(textKept()).toContain('static-contents'))
  expect(textKept()).not.toContain('ada@club.example')
})
