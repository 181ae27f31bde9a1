import { describe, expect, it } from 'vitest'
import { currentOutcome, sendingOutcome } from './actionOutcome.ts'

describe('the outcome of a manual send', () => {
  it('has a name in every case', () => {
    expect(sendingOutcome({ kind: 'idle', waitMs: null })).toBe('sent')
    expect(sendingOutcome({ kind: 'idle', waitMs: 1 })).toBe('no_answer')
    expect(sendingOutcome({ kind: 'paused', cause: 'unauthorized', token: 'old' })).toBe('paused')
    expect(sendingOutcome({ kind: 'busy' })).toBe('sending_already')
    expect(sendingOutcome({ kind: 'failed', cause: 'unavailable' })).toBe('storage_error')
  })

  it('is that everything has been sent once nothing is waiting', () => {
    expect(currentOutcome('no_answer', 1)).toBe('no_answer')
    expect(currentOutcome('no_answer', 0)).toBe('sent')
    expect(currentOutcome('paused', 0)).toBe('sent')
  })

  it('stays the same if it is not about waiting', () => {
    const others = ['confirmed', 'retrying', 'deleted', 'not_saved', 'outdated', 'sent', 'storage_error'] as const
    for (const outcome of others) expect(currentOutcome(outcome, 0)).toBe(outcome)
    expect(currentOutcome(null, 0)).toBeNull()
  })
})
