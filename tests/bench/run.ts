/**
 * `npm run bench`: runs every benchmark, or those named as arguments, prints their tables and writes them to
 * `docs/measurements.md`. Timings depend on this machine; ratios were measured in one run and can be compared. Exits 1
 * when a bar is missed. With `--small` each only has to come to its end: no bar counts, and nothing is written.
 */
import { buildApp } from '#server/render/buildApp.ts'
import { writeDocTable } from '#tests/support/docTable.ts'
import type { BenchRow } from './row.ts'
import { isSmall } from './size.ts'

const benchmarks: Record<string, () => Promise<{ run: () => Promise<BenchRow[]> }>> = {
  decoder: () => import('./decoder.ts'),
  camera: () => import('./camera.ts'),
  outbox: () => import('./outboxWrite.ts'),
  size: () => import('./homeSize.ts'),
  lighthouse: () => import('./lighthouse.ts'),
  installation: () => import('./installation.ts'),
  start: () => import('./startTimes.ts'),
  interaction: () => import('./interaction.ts'),
  lookup: () => import('./lookUpTimes.ts'),
  server: () => import('./scanRate.ts'),
  reads: () => import('./publicReads.ts'),
  transactions: () => import('./transactions.ts'),
  concert: () => import('./concertEnd.ts'),
  lists: () => import('./longLists.ts'),
  figures: () => import('./staffFigures.ts'),
  scrolling: () => import('./staffScroll.ts'),
}

const chosen = process.argv.slice(2).filter((name) => name !== '--small')
for (const name of chosen) {
  if (!(name in benchmarks)) {
    console.error(`There is no benchmark "${name}": choose from ${Object.keys(benchmarks).join(', ')}.`)
    process.exit(2)
  }
}

await buildApp()
const mark = (ok: boolean | null) => (ok === null ? '' : ok ? 'met' : 'MISSED')
const tableOf = (rows: readonly BenchRow[]) =>
  ['| measured | value | bar | |', '|---|---|---|---|']
    .concat(rows.map(({ name, value, bar, ok }) => `| ${name} | ${value} | ${bar} | ${mark(ok)} |`))
    .join('\n')

let [missed, passed] = [0, 0]
for (const [name, load] of Object.entries(benchmarks)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue
  console.error(`${name} …`)
  try {
    const { run } = await load()
    const rows = await run()
    passed += 1
    const table = tableOf(rows)
    console.log(`\n${name}\n${table}`)
    if (isSmall) continue
    await writeDocTable('measurements.md', name, table)
    missed += rows.filter(({ ok }) => ok === false).length
  } catch (error) {
    if (!isSmall) throw error
    console.log(`FAIL  ${name}: ${String(error)}`)
    missed += 1
  }
}
if (isSmall) console.log(`${passed} passed, ${missed} failed`)
process.exit(missed > 0 ? 1 : 0)
