import { expect, it } from 'vitest'
import { capturedEntry } from '#src/outbox/entry.ts'
import { InstantDevice } from './instantDevice.ts'
import { InstantPage } from './instantPage.ts'

const settledRows = 1000

it('Ten scans beside a history of 1,000 read no settled row again', async () => {
  const device = new InstantDevice()
  for (let index = 0; index < settledRows; index++) {
    const id = `10000000-0000-4000-8000-${String(index).padStart(12, '0')}`
    const scan = capturedEntry({ id, memberId: index % 2 ? 'ada' : 'ben', code: `old-${index}`, capturedAt: index })
    device.disk.rows.set(id, { ...scan, state: index % 3 ? 'credited' : 'refused' })
  }
  const page = new InstantPage(device)
  page.sending.start()
  await page.wait(0)
  expect((await device.outbox.list('ada')).entries).toHaveLength(settledRows / 2)
  device.disk.rowsRead = 0
  for (let index = 0; index < 10; index++) {
    await device.scan(`code-${index}`, { confirmed: true })
    await page.trigger()
    await device.outbox.list('ada')
  }
  expect((await device.outbox.list('ada')).entries.filter(({ state }) => state === 'credited')).toHaveLength(343)
  expect(device.disk.rowsRead).toBeLessThan(settledRows / 2)
})
