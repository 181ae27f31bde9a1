import { beforeEach, expect, it } from 'vitest'
import { capturedEntry } from '#src/outbox/entry.ts'
import { InstantDevice } from './instantDevice.ts'
import { InstantPage } from './instantPage.ts'

const settledRows = 1000
let device: InstantDevice
let page: InstantPage

beforeEach(() => {
  device = new InstantDevice()
  for (let index = 0; index < settledRows; index++) {
    const id = `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const scan = capturedEntry({ id, memberId: index % 2 ? 'ada' : 'ben', code: `old-${index}`, capturedAt: index })
    device.disk.rows.set(id, { ...scan, state: index % 3 ? 'credited' : 'refused' })
  }
  page = new InstantPage(device)
})

async function scanTen({ isListed }: { isListed: boolean }): Promise<void> {
  for (let index = 0; index < 10; index++) {
    await device.scan(`code-${index}`, { confirmed: true })
    await page.trigger()
    if (isListed) await device.outbox.list('ada')
  }
}

const creditedOf = async (memberId: string) =>
  (await device.outbox.list(memberId)).entries.filter(({ state }) => state === 'credited').length

it('Ten scans beside a history of 1,000 never read the whole table, from the first on', async () => {
  page.sending.start()
  await page.wait(0)
  await scanTen({ isListed: false })
  expect(device.disk.rowsRead).toBeLessThan(settledRows / 5)
  expect(await creditedOf('ada')).toBe(343)
})

it('A list reads no row again that never changes', async () => {
  page.sending.start()
  await page.wait(0)
  expect((await device.outbox.list('ada')).entries).toHaveLength(settledRows / 2)
  device.disk.rowsRead = 0
  await scanTen({ isListed: true })
  expect(await creditedOf('ada')).toBe(343)
  expect(device.disk.rowsRead).toBeLessThan(settledRows / 2)
})
