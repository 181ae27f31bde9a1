import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoverLostChunks } from '#src/serviceWorker/chunkRecovery.ts'

const reload = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  stop = recoverLostChunks(reload)
})

afterEach(() => stop())

function failToLoad(chunk: string): void {
  const payload = new Error(`Failed to fetch dynamically imported module: ${chunk}`)
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
}

test('A chunk that can no longer be fetched reloads the page once', () => {
  failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
  failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('Another lost chunk is retried automatically', () => {
  failToLoad('/assets/pdf-1.js')
  failToLoad('/assets/sign-in-2.js')
  expect(reload).toHaveBeenCalledTimes(2)
})

test('Two chunks that are both permanently lost do not reload the page in an endless loop', () => {
  for (let load = 0; load < 5; load += 1) {
    failToLoad('/assets/pdf-1.js')
    failToLoad('/assets/sign-in-2.js')
  }
  expect(reload).toHaveBeenCalledTimes(2)
})
