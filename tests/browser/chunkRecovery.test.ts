import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isLostChunk, recoverLostChunks } from '#src/serviceWorker/chunkRecovery.ts'

const reload = vi.fn<() => void>()
const isReachable = vi.fn<() => Promise<boolean>>()
let isMounted: boolean
let stop: () => void

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  isReachable.mockReset().mockResolvedValue(true)
  isMounted = true
  stop = recoverLostChunks({ isMounted: () => isMounted, reload, isReachable })
})

afterEach(() => {
  // No page is being left any longer.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  stop()
})

function failToLoad(chunk: string): Promise<Error> {
  return failWith(`Failed to fetch dynamically imported module: ${chunk}`)
}

/** Returns the error with which the import then rejects, once it is decided what becomes of the page. */
async function failWith(message: string): Promise<Error> {
  const payload = new Error(message)
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
  await new Promise((resolve) => setTimeout(resolve))
  return payload
}

test('A chunk that can no longer be fetched reloads the page once', async () => {
  await failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
  await failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('Another lost chunk is retried automatically', async () => {
  await failToLoad('/assets/pdf-1.js')
  await failToLoad('/assets/sign-in-2.js')
  expect(reload).toHaveBeenCalledTimes(2)
})

test('Two chunks that are both permanently lost do not reload the page in an endless loop', async () => {
  for (let load = 0; load < 5; load += 1) {
    await failToLoad('/assets/pdf-1.js')
    await failToLoad('/assets/sign-in-2.js')
  }
  expect(reload).toHaveBeenCalledTimes(2)
})

test('Where the message names no chunk, each page reloads once', async () => {
  const start = location.href
  await failWith('Importing a module script failed.')
  await failWith('Importing a module script failed.')
  expect(reload).toHaveBeenCalledTimes(1)
  history.replaceState(null, '', '/another/page')
  await failWith('Importing a module script failed.')
  history.replaceState(null, '', start)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('A page in use stays as it is where a reload would not find it, and is reloaded for a later loss', async () => {
  isReachable.mockResolvedValue(false)
  await failToLoad('/assets/pdf-1.js')
  expect(reload).not.toHaveBeenCalled()
  isReachable.mockResolvedValue(true)
  await failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
})

test('A page that is still prerendered is reloaded once the server answers', async () => {
  isMounted = false
  isReachable.mockResolvedValueOnce(false)
  await failToLoad('/assets/pdf-1.js')
  expect(reload).not.toHaveBeenCalled()
  await expect.poll(() => reload.mock.calls.length, { timeout: 20_000 }).toBe(1)
})

test('The error of a lost chunk is known by itself, and the router reloads for none', async () => {
  const error = await failToLoad('/assets/pdf-1.js')
  expect(isLostChunk(error)).toBe(true)
  expect(error.message).toBe(
    'A part of the app was not loaded: Failed to fetch dynamically imported module: /assets/pdf-1.js',
  )
  expect(isLostChunk(new Error('Something else'))).toBe(false)
})

test('A page that is being left is not reloaded until it is shown again', async () => {
  dispatchEvent(new PageTransitionEvent('pagehide'))
  await failWith('error loading dynamically imported module: /assets/pdf-1.js')
  expect(reload).not.toHaveBeenCalled()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('A page that has loaded since a link of it was pressed is still being left', async () => {
  dispatchEvent(new PageTransitionEvent('pagehide'))
  dispatchEvent(new PageTransitionEvent('pageshow'))
  await failToLoad('/assets/pdf-1.js')
  expect(reload).not.toHaveBeenCalled()
})

const stayHere = (event: Event) => event.preventDefault()

test('A press of a link to another page is the beginning of leaving it; one within the page is not', async () => {
  const link = document.createElement('a')
  document.body.append(link)
  // After the watcher, so that the press changes only what the product knows.
  addEventListener('click', stayHere)
  link.href = `${location.pathname}${location.search}#part`
  link.click()
  await failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
  link.href = '/another/page'
  link.click()
  await failToLoad('/assets/sign-in-2.js')
  expect(reload).toHaveBeenCalledTimes(1)
  removeEventListener('click', stayHere)
  link.remove()
})
