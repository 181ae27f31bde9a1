import { describe, expect, it } from 'vitest'
import { displayStatuses } from './displayStatus.ts'
import { bestStatusOf, isConfirmable, isWithoutPoints, leadsToIntro, outcomePageOf } from './statusPhase.ts'

it('never calls a scan without points that may still bring some', () => {
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

it('lets the member confirm what the server knows, and what it has not answered in time', () => {
  expect(displayStatuses.filter(isConfirmable)).toEqual(['to_confirm', 'unidentified', 'unidentified_paused'])
})

describe('the page that scans belong on', () => {
  it('is the preview while one of them is to be confirmed or waited for', () => {
    expect(outcomePageOf([])).toBe('preview')
    for (const status of ['identifying', 'to_confirm', 'unidentified', 'unidentified_paused', 'claiming'] as const) {
      expect(outcomePageOf([status])).toBe('preview')
      expect(outcomePageOf(['credited', status])).toBe('preview')
    }
  })

  it('is the success page when one of them brings points, now or later', () => {
    for (const status of ['credited', 'pending', 'queued', 'queued_paused'] as const) {
      expect(outcomePageOf([status])).toBe('success')
      expect(outcomePageOf(['invalid', status])).toBe('success')
    }
  })

  it('is the failure page when none does', () => {
    expect(outcomePageOf(['expired'])).toBe('failed')
    expect(outcomePageOf(['stuck', 'claimed_by_other'])).toBe('failed')
  })
})

it('leads from a failure to the introduction where no ticket was recognised, else to the scanner', () => {
  expect(leadsToIntro(['invalid'])).toBe(true)
  expect(leadsToIntro(['not_found', 'invalid'])).toBe(true)
  expect(leadsToIntro(['expired'])).toBe(false)
  expect(leadsToIntro(['claimed_before'])).toBe(false)
  expect(leadsToIntro(['not_found', 'claimed_by_other'])).toBe(false)
})

it('heads the success page of several scans with the best of them', () => {
  expect(bestStatusOf(['invalid', 'queued', 'pending', 'credited'])).toBe('credited')
  expect(bestStatusOf(['queued', 'pending'])).toBe('pending')
  expect(bestStatusOf(['queued', 'expired'])).toBe('queued')
  expect(bestStatusOf(['queued_paused', 'expired'])).toBe('queued_paused')
})
