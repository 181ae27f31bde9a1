// 50 new versions of the app in a row while tickets are scanned, in a real browser: no scan may be lost, and none may
// give points twice.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scanThroughDeployments } from '#tests/support/deployments.ts'
import { untilOfflineReady } from '#tests/support/pageActions.ts'
import { launchKillableBrowser } from './killableBrowser.ts'
import { openTestBed } from './testBed.ts'

const count = 50

const folder = await mkdtemp(join(tmpdir(), 'club-bravo-deployments-'))
const bed = await openTestBed(join(folder, 'bed'))
const { page, quit } = await launchKillableBrowser(await bed.copyProfile())
try {
  await page.goto(`${bed.origin}/en`)
  await untilOfflineReady(page)
  const { lost, twice } = await scanThroughDeployments(page, bed, count)
  console.log(`${count} deployments, ${count} scans: ${lost.length} lost, ${twice.length} twice`)
  const isWhole = lost.length + twice.length === 0
  console.log(isWhole ? '1 passed, 0 failed' : '0 passed, 1 failed')
  process.exitCode = isWhole ? 0 : 1
} finally {
  await quit()
  await bed.close()
  await rm(folder, { recursive: true, force: true })
}
