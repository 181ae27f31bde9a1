import { expect, it } from 'vitest'
import { displayStatuses } from '#src/features/scan/status/displayStatus.ts'
import { groupScans } from './scanGroups.ts'

it('puts scans that need the member first, keeps the order within a group and loses no scan', () => {
  const [credited, toConfirm, queued, stuck, expired] = (
    ['credited', 'to_confirm', 'queued', 'stuck', 'expired'] as const
  ).map((status) => ({ status }))
  expect(groupScans([credited, toConfirm, queued, stuck, expired].filter((scan) => scan !== undefined))).toEqual({
    to_do: [toConfirm, stuck],
    on_the_way: [queued],
    done: [credited, expired],
  })
})

it('has a group for every status', () => {
  const { to_do, on_the_way, done } = groupScans(displayStatuses.map((status) => ({ status })))
  expect(to_do.length + on_the_way.length + done.length).toBe(displayStatuses.length)
})
