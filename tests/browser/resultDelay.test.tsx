// Must be first: its style sheet defines the order of the layers.
import { show } from './uiStage.tsx'
import { useEffect } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useResultDelay } from '#src/ui/layout/useResultDelay.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
})
afterEach(() => {
  vi.useRealTimers()
})

function Waiting({ onReady }: { onReady: (delay: () => Promise<boolean>) => void }) {
  const delay = useResultDelay()
  useEffect(() => {
    onReady(delay)
  })
  return null
}

test('A result is shown 300 milliseconds after it is known, to whoever is still there', async () => {
  const outcomes: boolean[] = []
  const delays: (() => Promise<boolean>)[] = []
  const note = async () => void outcomes.push((await delays.at(-1)?.()) ?? false)
  show(<Waiting onReady={(delay) => delays.push(delay)} />)
  void note()
  await vi.advanceTimersByTimeAsync(299)
  expect(outcomes).toEqual([])
  await vi.advanceTimersByTimeAsync(1)
  expect(outcomes).toEqual([true])
  void note()
  show(null)
  await vi.advanceTimersByTimeAsync(300)
  expect(outcomes).toEqual([true, false])
})
