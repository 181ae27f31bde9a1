import { describe, expect, it } from 'vitest'
import type { EntryState } from '#src/outbox/entry.ts'
import { onwardOf, stageOf, waitOf, type Previewable } from './previewStage.ts'

function row(state: EntryState, part: Partial<Previewable> = {}): Previewable {
  return { state, confirmed: false, attempts: 0, ...part }
}

function scan(state: EntryState, part: Partial<Previewable> = {}, unanswered = false) {
  const entry = row(state, part)
  return { entry, stage: stageOf(entry, unanswered) }
}

describe('the preview of a scan', () => {
  it('waits for the server’s word on the code', () => {
    expect(stageOf(row('captured'), false)).toBe('reading')
  })

  it('goes on without it when the wait is over or a try has failed', () => {
    expect(stageOf(row('captured'), true)).toBe('kept')
    expect(stageOf(row('captured', { attempts: 1 }), false)).toBe('kept')
  })

  it('asks for confirmation once the server knows the ticket, however late', () => {
    expect(stageOf(row('scanned'), true)).toBe('to_confirm')
    expect(stageOf(row('scanned', { attempts: 2 }), false)).toBe('to_confirm')
  })

  it('waits for the points after confirmation, and calls the scan saved when no answer comes', () => {
    expect(stageOf(row('scanned', { confirmed: true }), false)).toBe('claiming')
    expect(stageOf(row('scanned', { confirmed: true }), true)).toBe('saved')
    expect(stageOf(row('scanned', { confirmed: true, attempts: 1 }), false)).toBe('saved')
    expect(stageOf(row('captured', { confirmed: true, attempts: 1 }), false)).toBe('saved')
  })

  it.each(['credited', 'pending', 'refused', 'stuck'] as const)(
    'is decided by the state %s, confirmed or not',
    (state) => {
      expect(stageOf(row(state), false)).toBe('decided')
      expect(stageOf(row(state, { confirmed: true }), true)).toBe('decided')
    },
  )

  it('begins a new wait when the member confirms', () => {
    expect(waitOf({ id: 'a', confirmed: false })).not.toBe(waitOf({ id: 'a', confirmed: true }))
    expect(waitOf({ id: 'a', confirmed: true })).not.toBe(waitOf({ id: 'b', confirmed: true }))
  })
})

describe('where the preview leads', () => {
  it('stays while a scan is to be confirmed or waited for', () => {
    expect(onwardOf([])).toBe('stay')
    expect(onwardOf([scan('credited'), scan('scanned')])).toBe('stay')
    expect(onwardOf([scan('credited'), scan('scanned', { confirmed: true })])).toBe('stay')
    expect(onwardOf([scan('captured', {}, true)])).toBe('stay')
  })

  it('leads to success for points, for points to come and for a saved scan', () => {
    expect(onwardOf([scan('credited')])).toBe('success')
    expect(onwardOf([scan('pending')])).toBe('success')
    expect(onwardOf([scan('captured', { confirmed: true }, true)])).toBe('success')
    expect(onwardOf([scan('refused'), scan('pending')])).toBe('success')
  })

  it('leads to failure when no scan brings points', () => {
    expect(onwardOf([scan('refused')])).toBe('failed')
    expect(onwardOf([scan('stuck'), scan('refused')])).toBe('failed')
  })
})
