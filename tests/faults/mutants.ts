// Makes each mistake of mutations.ts in a copy of the outbox, and checks that a test fails. The last line says how many
// mistakes were detected (passed) and how many were not (failed).
//   node tests/faults/mutants.ts --only session   only the mistakes whose name has this text
import { spawn } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import * as v from 'valibot'
import { applyEdit } from './applyEdit.ts'
import type { Mutation } from './mutation.ts'
import { mutations } from './mutations.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const { values: options } = parseArgs({ options: { only: { type: 'string', default: '' } } })
const chosen = mutations.filter(({ name }) => name.includes(options.only))

/** The files that the outbox and its tests depend on. */
const parts = [
  'package.json',
  'contract',
  'src/api',
  'src/storage',
  'src/outbox',
  'src/session',
  'src/sync',
  'tests/api',
  'tests/outbox',
  'tests/support/profile.ts',
]

const Report = v.object({
  numPassedTests: v.number(),
  testResults: v.array(
    v.object({
      message: v.string(),
      assertionResults: v.array(v.object({ status: v.string(), failureMessages: v.nullish(v.array(v.string())) })),
    }),
  ),
})

/** The result of a test file for a copy: it passed, a test failed, or it could not be run. */
type Verdict = { kind: 'well' } | { kind: 'noticed'; because: string } | { kind: 'broken'; why: string }

const copy = await mkdtemp(join(tmpdir(), 'club-bravo-mutants-'))
try {
  await prepare()
  const failures = (await checkUnchanged()) ?? (await checkMutations())
  const passed = chosen.length - failures.length
  for (const failure of failures) console.log(`NOT NOTICED  ${failure}`)
  console.log(`${passed} passed, ${failures.length} failed`)
  process.exitCode = failures.length === 0 ? 0 : 1
} finally {
  await rm(copy, { recursive: true, force: true })
}

async function prepare(): Promise<void> {
  for (const part of parts) {
    await mkdir(dirname(join(copy, part)), { recursive: true })
    await cp(join(root, part), join(copy, part), { recursive: true })
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  const config = { cacheDir: '.vite', test: { include: ['src/**/*.test.ts', 'tests/**/*.test.ts'] } }
  await writeFile(join(copy, 'vitest.config.mjs'), `export default ${JSON.stringify(config)}\n`)
}

/** Without a mistake every test must pass, or later failures prove nothing. Null if all pass. */
async function checkUnchanged(): Promise<string[] | null> {
  const verdict = await run([...new Set(chosen.map(({ noticedBy }) => noticedBy))])
  if (verdict.kind === 'well') return null
  console.log(`The tests fail without any mistake: ${JSON.stringify(verdict)}`)
  return chosen.map(({ name }) => name)
}

/** The names of the mistakes that no test detects, or that no longer apply. */
async function checkMutations(): Promise<string[]> {
  const failures: string[] = []
  for (const mutation of chosen) {
    const failure = await check(mutation)
    if (failure !== null) failures.push(`${mutation.name}: ${failure}`)
  }
  return failures
}

async function check({ name, edits, noticedBy }: Mutation): Promise<string | null> {
  const files = [...new Set(edits.map(({ file }) => file))]
  try {
    for (const edit of edits) await applyEdit(copy, edit)
    const verdict = await run([noticedBy])
    if (verdict.kind === 'well') return `${noticedBy} passes all the same`
    if (verdict.kind === 'broken') return `${noticedBy} could not be run: ${verdict.why}`
    console.log(`noticed  ${name}\n         ${noticedBy}: ${verdict.because}`)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    for (const file of files) await cp(join(root, file), join(copy, file))
  }
}

async function run(testFiles: readonly string[]): Promise<Verdict> {
  const report = join(copy, 'report.json')
  await rm(report, { force: true })
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const child = spawn(
    process.execPath,
    [vitest, 'run', '--reporter=json', `--outputFile=${report}`, '--bail=1', ...testFiles],
    { cwd: copy, stdio: 'ignore', env: { ...process.env, MODEL_SHRINK: 'no' } },
  )
  await new Promise((resolve) => child.once('close', resolve))
  return verdictOf(v.parse(Report, JSON.parse(await readFile(report, 'utf8'))))
}

function verdictOf({ numPassedTests, testResults }: v.InferOutput<typeof Report>): Verdict {
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  const failed = tests.find(({ status }) => status === 'failed')
  if (failed) return { kind: 'noticed', because: reasonOf(failed.failureMessages ?? []) }
  const unloaded = testResults.find(({ message }) => message !== '')
  if (unloaded) return { kind: 'broken', why: unloaded.message }
  return numPassedTests > 0 ? { kind: 'well' } : { kind: 'broken', why: 'no test ran' }
}

/** The line with the error; for a failing history, its last event. */
function reasonOf(messages: readonly string[]): string {
  const lines = messages.join('\n').split('\n')
  return (lines.find((line) => line.includes('Got error')) ?? lines[0] ?? '').trim()
}
