import { describe, expect, it } from 'vitest'
import { newsByNow, newsOfSending } from './actionOutcome.ts'

describe('what is said after the member asked to send', () => {
  it('names every outcome', () => {
    expect(newsOfSending({ kind: 'idle', nextAttemptAt: null })).toBe('sent')
    expect(newsOfSending({ kind: 'idle', nextAttemptAt: 1 })).toBe('waiting')
    expect(newsOfSending({ kind: 'paused', cause: 'unauthorized' })).toBe('paused')
    expect(newsOfSending({ kind: 'busy' })).toBe('elsewhere')
    expect(newsOfSending({ kind: 'failed', cause: 'unavailable' })).toBe('storage')
  })

  it('is that everything has been sent once nothing waits any more', () => {
    expect(newsByNow({ word: 'waiting' }, 1)).toBe('waiting')
    expect(newsByNow({ word: 'waiting' }, 0)).toBe('sent')
    expect(newsByNow({ word: 'paused' }, 0)).toBe('sent')
  })

  it('stands as it is where it is not about waiting', () => {
    const others = ['confirmed', 'trying', 'deleted', 'unsaved', 'gone', 'sent', 'storage'] as const
    for (const word of others) expect(newsByNow({ word }, 0)).toBe(word)
    expect(newsByNow(null, 0)).toBeNull()
  })
})
