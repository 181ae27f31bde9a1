import { describe, expect, it } from 'vitest'
import { displayStatuses } from './displayStatus.ts'
import { bestStatusOf, isConfirmable, isWithoutPoints, leadsToIntro, outcomePageOf } from './statusPhase.ts'

it('never shows a scan as without points while it may still earn some', () => {
  expect(displayStatuses.filter((status) => !isWithoutPoints(status))).toEqual([
    'identifying',
    'to_confirm',
    'unidentified',
    'unidentified_paused',
    'claiming',
    'queued',
    'queued_paused',
    'credited',
    'pending',
  ])
})

it('offers confirmation for what the server knows, and for what it has not identified in time', () => {
  expect(displayStatuses.filter(isConfirmable)).toEqual(['to_confirm', 'unidentified', 'unidentified_paused'])
})

describe('the page for a set of scans', () => {
  it('is the preview while one of them needs confirmation or is being identified', () => {
    expect(outcomePageOf([])).toBe('preview')
    for (const status of ['identifying', 'to_confirm', 'unidentified', 'unidentified_paused', 'claiming'] as const) {
      expect(outcomePageOf([status])).toBe('preview')
      expect(outcomePageOf(['credited', status])).toBe('preview')
    }
  })

  it('is the success page when one of them earns points, now or later', () => {
    for (const status of ['credited', 'pending', 'queued', 'queued_paused'] as const) {
      expect(outcomePageOf([status])).toBe('success')
      expect(outcomePageOf(['invalid', status])).toBe('success')
    }
  })

  it('is the failure page when none of them does', () => {
    expect(outcomePageOf(['expired'])).toBe('failed')
    expect(outcomePageOf(['stuck', 'claimed_by_other'])).toBe('failed')
  })
})

it('leads from a failure to the introduction if no ticket was recognised, otherwise to the scanner', () => {
  expect(leadsToIntro(['invalid'])).toBe(true)
  expect(leadsToIntro(['not_found', 'invalid'])).toBe(true)
  expect(leadsToIntro(['expired'])).toBe(false)
  expect(leadsToIntro(['claimed_before'])).toBe(false)
  expect(leadsToIntro(['not_found', 'claimed_by_other'])).toBe(false)
})

it('uses the best status of several scans as the heading of the success page', () => {
  expect(bestStatusOf(['invalid', 'queued', 'pending', 'credited'])).toBe('credited')
  expect(bestStatusOf(['queued', 'pending'])).toBe('pending')
  expect(bestStatusOf(['queued', 'expired'])).toBe('queued')
  expect(bestStatusOf(['queued_paused', 'expired'])).toBe('queued_paused')
})
