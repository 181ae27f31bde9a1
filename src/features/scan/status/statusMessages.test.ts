import { expect, it } from 'vitest'
import { displayStatuses } from './displayStatus.ts'
import { statusMessages, statusMessagesIn } from './statusMessages.ts'
import { isWithoutPoints, outcomePageOf } from './statusPhase.ts'

it.each(displayStatuses)('a scan that is %s has a name on its card and a title on its page', (status) => {
  const { badge, heading } = statusMessages[status]
  expect(badge.message).toMatch(/^[A-Z].*[^.]$/)
  expect(heading.message).toMatch(/^[A-Z].*[^.]$/)
})

it.each(displayStatuses.filter(isWithoutPoints))('a scan that is %s explains why it brings no points', (status) => {
  expect(statusMessages[status].explanation?.message).toMatch(/^[A-Z].*\.$/)
})

it.each(displayStatuses.filter((status) => outcomePageOf([status]) === 'preview'))(
  'a scan that is %s has a message on the preview',
  (status) => {
    expect(statusMessages[status].preview).toBeDefined()
  },
)

it('a saved scan promises nothing without signing in if it waits for that', () => {
  expect(statusMessages.queued.explanation?.message).toContain('nothing more you need to do')
  for (const status of ['queued_paused', 'unidentified_paused'] as const) {
    expect(statusMessages[status].preview?.text?.message).toContain('signed in')
  }
  expect(statusMessages.queued_paused.explanation?.message).toContain('signed in')
})

it('a browser that may delete a saved scan promises neither that it stays on the device nor that nothing is left to do', () => {
  for (const status of ['queued', 'queued_paused'] as const) {
    const shown = statusMessagesIn(status, { isEvictable: true, sendsWhileClosed: true })
    for (const { message } of [shown.badge, shown.heading, shown.explanation ?? shown.heading]) {
      expect(message).not.toMatch(/on this device|nothing more you need to do/)
    }
  }
})

it('a browser that sends only while the app is open says to open it', () => {
  for (const isEvictable of [false, true]) {
    const { explanation } = statusMessagesIn('queued', { isEvictable, sendsWhileClosed: false })
    expect(explanation?.message).toContain('Open Club Bravo once you’re online')
    const closed = statusMessagesIn('queued', { isEvictable, sendsWhileClosed: true })
    expect(closed.explanation?.message).toContain('as soon as you’re online')
  }
  for (const status of ['unidentified', 'queued'] as const) {
    const { preview } = statusMessagesIn(status, { isEvictable: false, sendsWhileClosed: false })
    for (const text of [preview?.text, preview?.beforeEnd])
      expect(text?.message).toMatch(/open Club Bravo once you’re online/i)
  }
  // Whoever has to sign in opens the app.
  const paused = statusMessagesIn('queued_paused', { isEvictable: false, sendsWhileClosed: false })
  expect(paused.explanation?.message).toContain('signed in')
})
