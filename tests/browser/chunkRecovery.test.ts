import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recoverLostChunks } from '#src/serviceWorker/chunkRecovery.ts'

const reload = vi.fn<() => void>()
let stop: () => void

beforeEach(() => {
  sessionStorage.clear()
  reload.mockClear()
  stop = recoverLostChunks(reload)
})

afterEach(() => {
  // No page is being left any longer.
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  stop()
})

function failToLoad(chunk: string): void {
  failWith(`Failed to fetch dynamically imported module: ${chunk}`)
}

/** Returns the error with which the import then rejects. */
function failWith(message: string): Error {
  const payload = new Error(message)
  dispatchEvent(Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload }))
  return payload
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

test('Where the message names no chunk, each page reloads once', () => {
  const start = location.href
  failWith('Importing a module script failed.')
  failWith('Importing a module script failed.')
  expect(reload).toHaveBeenCalledTimes(1)
  history.replaceState(null, '', '/another/page')
  failWith('Importing a module script failed.')
  history.replaceState(null, '', start)
  expect(reload).toHaveBeenCalledTimes(2)
})

test('A page that is being left is not reloaded, not even by the router, until it is shown again', () => {
  dispatchEvent(new Event('beforeunload'))
  const error = failWith('error loading dynamically imported module: /assets/pdf-1.js')
  expect(error.message).toMatch(/^A part of the app was not loaded: error loading/)
  expect(reload).not.toHaveBeenCalled()
  dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  expect(reload).toHaveBeenCalledTimes(1)
})

test('A page that has loaded since a link of it was pressed is still being left', () => {
  dispatchEvent(new Event('beforeunload'))
  dispatchEvent(new PageTransitionEvent('pageshow'))
  failToLoad('/assets/pdf-1.js')
  expect(reload).not.toHaveBeenCalled()
})

const stayHere = (event: Event) => event.preventDefault()

test('A press of a link to another page is the beginning of leaving it; one within the page is not', () => {
  const link = document.createElement('a')
  document.body.append(link)
  // After the watcher, so that the press changes only what the product knows.
  addEventListener('click', stayHere)
  link.href = `${location.pathname}${location.search}#part`
  link.click()
  failToLoad('/assets/pdf-1.js')
  expect(reload).toHaveBeenCalledTimes(1)
  link.href = '/another/page'
  link.click()
  failToLoad('/assets/sign-in-2.js')
  expect(reload).toHaveBeenCalledTimes(1)
  removeEventListener('click', stayHere)
  link.remove()
})
