import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi, type MockInstance } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { changeScannerSettings, readScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { ScannerPage } from '#src/features/scan/scanner/ScannerPage.tsx'
import { openCanvasCamera, type CanvasCamera } from '#tests/support/canvasCamera.ts'
import { drawCode } from '#tests/support/scenes.ts'
import { canvasOf, sheet } from '#tests/support/ticketDocuments.ts'

let film: CanvasCamera
let root: Root
let place: HTMLElement
let ask: MockInstance<MediaDevices['getUserMedia']>

beforeEach(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  changeScannerSettings({ camera: null, torch: false, zoom: null, sound: false, hall: false, hasRead: false })
  film = openCanvasCamera()
  ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(() => Promise.resolve(film.give()))
  place = document.createElement('main')
  document.body.append(place)
  root = createRoot(place)
})

afterEach(async () => {
  root.unmount()
  await vi.waitUntil(() => film.running().length === 0, { timeout: 20_000 })
  film.destroy()
  place.remove()
  vi.restoreAllMocks()
})

function show(onCodes: (codes: string[]) => Promise<void> | void = () => undefined): void {
  root.render(
    <I18nProvider i18n={i18n}>
      <ScannerPage onCodes={onCodes} />
    </I18nProvider>,
  )
}

async function fileOf(text: string): Promise<File> {
  return new File([await canvasOf(drawCode(text)).convertToBlob()], `${text}.png`)
}

async function choose(...files: File[]): Promise<void> {
  const input = await vi.waitUntil(() => place.querySelector<HTMLElement>('input[type=file]'), { timeout: 20_000 })
  await userEvent.upload(input, files)
}

const message = (text: string | RegExp) => expect.element(page.getByText(text), { timeout: 20_000 })
const button = (name: string) => page.getByRole('button', { name })

test('A ticket in front of the camera is marked and reported, and no other code is until it is handled', async () => {
  const dealing = Promise.withResolvers<void>()
  const onCodes = vi.fn<(codes: string[]) => Promise<void>>(() => dealing.promise)
  film.show(drawCode('TICKET'))
  show(onCodes)
  await message('Code read.').toBeVisible()
  expect(onCodes.mock.calls).toEqual([[['TICKET']]])
  expect(place.querySelectorAll('polygon')).toHaveLength(1)
  dealing.resolve()
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
})

/** The line that says what the camera does. */
const help = () => [...place.querySelectorAll('output')].find(({ textContent }) => /^(?:Hold|Code)/.test(textContent))

test('How to hold a ticket is said until a code has been read on this device, and then to screen readers alone', async () => {
  show()
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
  expect(help()?.clientHeight).toBeGreaterThan(10)
  film.show(drawCode('TICKET'))
  await expect.poll(() => readScannerSettings().hasRead, { timeout: 20_000 }).toBe(true)
  await expect.poll(() => help()?.clientHeight).toBe(0)
})

test('After five seconds without a code, the screen suggests a photo', async () => {
  show()
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
  const startedAt = performance.now()
  expect(page.getByText('Can’t scan the code?').query()).toBeNull()
  await message('Can’t scan the code?').toBeVisible()
  expect(performance.now() - startedAt).toBeGreaterThan(4000)
})

test('One button stops and starts the camera, and keeps the focus', async () => {
  show()
  await button('Stop camera').click()
  await message('The camera is off.').toBeVisible()
  expect(film.running()).toEqual([])
  expect(document.activeElement?.textContent).toBe('Start camera')
  await userEvent.keyboard('{Enter}')
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
  expect(document.activeElement?.textContent).toBe('Stop camera')
  expect(film.running()).toHaveLength(1)
})

test('A refused camera is reported, and a camera that is allowed later is shown', async () => {
  ask.mockImplementationOnce(() => Promise.reject(new DOMException('', 'NotAllowedError')))
  show()
  await expect.element(page.getByRole('heading', { name: 'Camera access isn’t allowed' })).toBeVisible()
  await button('Try again').click()
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
})

test('Hall mode darkens the app, silences the phone and is remembered; leaving the scanner ends the darkness', async () => {
  const vibrate = vi.spyOn(navigator, 'vibrate').mockReturnValue(true)
  show(() => new Promise(() => undefined))
  await button('Hall mode').click()
  await expect.element(button('Hall mode')).toHaveAttribute('aria-pressed', 'true')
  await message(/silence your phone/).toBeVisible()
  await button('More').click()
  await expect.element(button('Sound when a code is read')).toBeDisabled()
  expect(getComputedStyle(document.documentElement).colorScheme).toBe('dark')
  expect(readScannerSettings().hall).toBe(true)
  film.show(drawCode('IN THE HALL'))
  await message('Code read.').toBeVisible()
  expect(vibrate).not.toHaveBeenCalled()
  root.render(null)
  await expect.poll(() => document.documentElement.dataset['hall']).toBeUndefined()
})

test('Light and zoom are offered if the camera has them, and remembered; the light is off in hall mode', async () => {
  film.addTorchAndZoom()
  show()
  await button('Light').click()
  await expect.element(button('Light')).toHaveAttribute('aria-pressed', 'true')
  expect(film.constraints['torch']).toBe(true)
  await button('More').click()
  await button('Zoom in').click()
  await expect.poll(() => readScannerSettings()).toMatchObject({ torch: true, zoom: 1.5 })
  await button('Stop camera').click()
  Object.assign(film.constraints, { torch: false, zoom: 1 })
  await button('Start camera').click()
  await message('Hold the ticket’s QR code inside the frame.').toBeVisible()
  expect(film.constraints).toEqual({ torch: true, zoom: 1.5 })
  await button('Hall mode').click()
  await expect.poll(() => film.constraints['torch']).toBe(false)
  await button('Hall mode').click()
  await expect.poll(() => film.constraints['torch']).toBe(true)
})

test('Tickets in several files are reported together', async () => {
  const onCodes = vi.fn<(codes: string[]) => void>()
  show(onCodes)
  await choose(await fileOf('ROW A'), await fileOf('ROW B'))
  await expect.poll(() => onCodes.mock.calls, { timeout: 20_000 }).toEqual([[['ROW A', 'ROW B']]])
})

test('If a file holds a ticket and something that cannot be sent, both are shown before continuing', async () => {
  const onCodes = vi.fn<(codes: string[]) => void>()
  show(onCodes)
  const parts = [
    { drawing: drawCode('GOOD'), x: 60, y: 60, side: 300 },
    { drawing: drawCode('   '), x: 460, y: 60, side: 300 },
  ]
  await choose(new File([await sheet(820, 420, parts).convertToBlob()], 'both.png'))
  await message(/This QR code is empty/).toBeVisible()
  expect(onCodes).not.toHaveBeenCalled()
  await button('Continue with 1 code').click()
  await expect.poll(() => onCodes.mock.calls).toEqual([[['GOOD']]])
})

test('A file without a ticket is named with its problem, and can be dismissed', async () => {
  show()
  await choose(new File(['a shopping list'], 'list.txt', { type: 'text/plain' }))
  await message('list.txt').toBeVisible()
  await message(/We can’t read this kind of file/).toBeVisible()
  await button('Close message').click()
  await expect.poll(() => page.getByText('list.txt').query()).toBeNull()
})
