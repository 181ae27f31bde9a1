import { expect, test } from 'vitest'
import { isUnsatisfiable, faultOf } from './cameraFault.ts'

const here = { isSecureContext: true, hasCameras: true }
const named = (name: string) => new DOMException('', name)

test('Each way in which a browser refuses its camera has a name', () => {
  expect(faultOf(named('NotAllowedError'), here)).toBe('denied')
  expect(faultOf(named('SecurityError'), here)).toBe('denied')
  expect(faultOf(named('NotFoundError'), here)).toBe('missing')
  expect(faultOf(named('NotReadableError'), here)).toBe('busy')
  expect(faultOf(named('AbortError'), here)).toBe('busy')
  expect(faultOf(named('OverconstrainedError'), here)).toBe('missing')
  expect(faultOf(named('NotSupportedError'), here)).toBe('unsupported')
})

test('A page without https, and a browser without cameras, are reported first', () => {
  expect(faultOf('navigator.mediaDevices not supported', { isSecureContext: false, hasCameras: false })).toBe(
    'insecure',
  )
  expect(faultOf('navigator.mediaDevices not supported', { isSecureContext: true, hasCameras: false })).toBe(
    'unsupported',
  )
})

test('An unknown error is reported as unknown, even if it is only a string', () => {
  for (const error of [new TypeError('x'), 'No video tracks found', null, undefined, {}]) {
    expect(faultOf(error, here)).toBe('unknown')
  }
})

test('Only a fault that weaker constraints can fix is retried', () => {
  expect(isUnsatisfiable(named('OverconstrainedError'))).toBe(true)
  expect(isUnsatisfiable(named('NotFoundError'))).toBe(true)
  expect(isUnsatisfiable(named('NotAllowedError'))).toBe(false)
})
