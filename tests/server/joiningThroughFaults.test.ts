import { expect, test } from 'vitest'
import { tryRegistrations } from '#tests/faults/registrations/registrations.ts'

test('25 people who join and pay through lost answers and bad reports are members, once, and nothing else', async () => {
  const { differences, counted } = await tryRegistrations({
    count: 25,
    seed: 25,
    killsAfter: [],
    log: () => undefined,
  })
  expect(differences).toEqual([])
  expect(counted).toMatchObject({ members: 25 })
})
