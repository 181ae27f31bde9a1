/**
 * The cost of saving a scan: the app's own outbox in a real browser, with strictly durable writes, compared with the
 * same write at the browser's relaxed durability.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { chromium } from '@playwright/test'
import { rolldown } from 'rolldown'
import * as v from 'valibot'
import { chromiumLaunch } from '#tests/support/chromium.ts'
import { freePort } from '#tests/support/ports.ts'
import { type BenchRow, percentile } from './row.ts'
import { sized } from './size.ts'

const writes = sized(300, 10)

const Timings = v.object({ strict: v.array(v.number()), relaxed: v.array(v.number()) })

export async function run(): Promise<BenchRow[]> {
  const script = await bundle()
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html>'),
  )
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const browser = await chromium.launch(await chromiumLaunch())
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.addScriptTag({ content: script, type: 'module' })
    await page.waitForFunction(() => 'measureWrites' in globalThis)
    const { strict, relaxed } = v.parse(Timings, await page.evaluate(`measureWrites(${writes})`))
    const ratio = percentile(strict, 0.5) / percentile(relaxed, 0.5)
    return [
      {
        name: `Saving a scan (strict write, ${writes} of them), p50 / p99`,
        value: `${percentile(strict, 0.5).toFixed(1)} / ${percentile(strict, 0.99).toFixed(1)} ms`,
        bar: '',
        ok: null,
      },
      { name: 'The same against a relaxed write, p50', value: `${ratio.toFixed(1)} times`, bar: '', ok: null },
    ]
  } finally {
    await browser.close()
    server.close()
  }
}

/** The outbox as the page has it, in one script. */
async function bundle(): Promise<string> {
  const build = await rolldown({ input: new URL('outboxWritePage.ts', import.meta.url).pathname, platform: 'browser' })
  const { output } = await build.generate({ format: 'esm', codeSplitting: false })
  await build.close()
  return output[0].code
}
