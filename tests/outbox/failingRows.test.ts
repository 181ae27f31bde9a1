import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ScanAnswer } from '#contract/scan/scan.ts'
import {
  type Answer,
  codeOf,
  gateway,
  healthy,
  InstantDevice,
  minute,
  portal,
  respondingWith,
  unreachable,
} from './instantDevice.ts'
import { runsOf } from './histories.ts'
import { InstantPage } from './instantPage.ts'

const second = 1000
/** How soon a good scan is called after the line is healthy again, in milliseconds. */
const bar = 10 * second

const says =
  (answer: ScanAnswer): Answer =>
  () => ({ ok: true, data: answer })

/** What the server, or somebody before it, always answers to one scan. */
const failures: Record<string, Answer> = {
  'an error of the server': respondingWith(500),
  'a busy server': respondingWith(503, 2000),
  'put off': respondingWith(409),
  'a time-out of the server': respondingWith(408, 5000),
  rejected: respondingWith(422),
  'a proxy without its server': gateway(502),
  'a lost address': gateway(404),
  'a captive portal': portal,
  'a cut answer': () => ({ ok: false, error: { kind: 'cut_off', status: 200 } }),
  'points for no ticket': says({ status: 'success', ticket_info: null }),
}

/** What every scan meets for a while. */
const lines: Record<string, Answer> = {
  healthy,
  'no network': unreachable,
  'no answer in time': () => ({ ok: false, error: { kind: 'timeout' } }),
  'a captive portal': portal,
  'a proxy without its server': gateway(502),
  'errors of the server': respondingWith(500),
}

const named = <T>(table: Record<string, T>) => fc.constantFrom(...Object.keys(table))
const phases = fc.array(
  fc.record({
    line: named(lines),
    scans: fc.array(fc.option(named(failures)), { maxLength: 4 }),
    lasts: fc.constantFrom(2 * second, 20 * second, 3 * minute),
    triggers: fc.nat({ max: 3 }),
  }),
  { minLength: 1, maxLength: 6, size: 'max' },
)

it('Beside any number of scans on which the server fails, and after any history, each good scan is called within 10 s', async () => {
  await fc.assert(
    fc.asyncProperty(phases, fc.boolean(), async (history, isReopened) => {
      const device = new InstantDevice()
      let page = new InstantPage(device)
      page.sending.start()
      const failing = new Map<string, Answer>()
      const good: string[] = []
      let line: Answer = healthy
      // A claim is as good as its scan: only good ones come so far.
      device.answer = (call) => (line === healthy ? (failing.get(codeOf(call.request)) ?? healthy)(call) : line(call))
      for (const phase of history) {
        line = lines[phase.line] ?? healthy
        for (const failure of phase.scans) {
          const code = `code-${failing.size + good.length}`
          if (failure === null) good.push(code)
          else failing.set(code, failures[failure] ?? portal)
          await device.scan(code)
        }
        for (let left = phase.triggers; left > 0; left -= 1) await page.trigger()
        await page.wait(phase.lasts)
      }
      if (isReopened) {
        page = new InstantPage(device)
        page.sending.start()
      }
      line = healthy
      await page.trigger()
      await page.wait(bar)
      const scans = await device.outbox.list('ada')
      const uncalled = scans.entries.filter(({ code, state }) => good.includes(code) && state === 'captured')
      expect(uncalled.map(({ code }) => code)).toEqual([])
    }),
    runsOf(200),
  )
})
