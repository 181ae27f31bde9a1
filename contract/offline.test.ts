import * as v from 'valibot'
import { expect, it } from 'vitest'
import type { Endpoint } from './endpoint.ts'
import { endpoints } from './index.ts'
import { offlineEndpoints } from './offline.ts'

it('The list of endpoints kept offline holds exactly those that declare how they are kept', () => {
  const declared = Object.values<Endpoint>(endpoints).filter(({ offline }) => offline !== undefined)
  expect(new Set(offlineEndpoints)).toEqual(new Set(declared))
})

it('Only reads are kept offline, and a member’s answer is never kept as a public one', () => {
  for (const { method, access, offline } of offlineEndpoints) {
    expect(method).toBe('GET')
    // A visitor gets the member's own list, too: an empty one.
    const kept =
      access === 'member' ? ['member'] : access === 'optional' ? ['content', 'detail', 'member'] : ['content', 'detail']
    expect(kept).toContain(offline)
  }
})

it('An answer without what it is about is none: it would replace what is kept', () => {
  const taken = offlineEndpoints.filter(({ answer }) => v.is(answer, {}))
  // A home without a popup.
  expect(taken).toEqual([endpoints.homepagePopup])
})
