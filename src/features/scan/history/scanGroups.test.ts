import { expect, it } from 'vitest'
import { displayStatuses } from '#src/features/scan/status/displayStatus.ts'
import { groupScans } from './scanGroups.ts'

it('puts scans that need the member first, keeps the order within a group and loses no scan', () => {
  const [credited, toConfirm, queued, stuck, expired, pending] = (
    ['credited', 'to_confirm', 'queued', 'stuck', 'expired', 'pending'] as const
  ).map((status) => ({ status }))
  const scans = [credited, toConfirm, queued, stuck, expired, pending].filter((scan) => scan !== undefined)
  expect(groupScans(scans)).toEqual({
    to_do: [toConfirm, stuck],
    on_the_way: [queued],
    after_concert: [pending],
    without_points: [expired],
    done: [credited],
  })
})

it('has a group for every status', () => {
  const grouped = groupScans(displayStatuses.map((status) => ({ status })))
  expect(Object.values(grouped).flat()).toHaveLength(displayStatuses.length)
})
