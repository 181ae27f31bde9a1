import type { Step } from './steps.ts'

const check = (name: string, command: string, ...args: string[]): Step => ({
  name,
  command,
  args,
})

/** Checks that need no running app, the longest first. */
export const checks: readonly Step[] = [
  check('lint', 'oxlint', '--type-aware', '--deny-warnings'),
  check('types of server and tests', 'tsc', '--noEmit', '-p', 'server/tsconfig.json'),
  check('types of the page', 'tsc', '--noEmit', '-p', 'tsconfig.json'),
  check('types of the pages of staff', 'tsc', '--noEmit', '-p', 'src/features/staff/tsconfig.json'),
  check('types of the worker', 'tsc', '--noEmit', '-p', 'sw/tsconfig.json'),
  check('catalogs hold every message', 'lingui', 'check', 'sync'),
  check('every message is translated', 'lingui', 'check', 'missing'),
  check('format', 'oxfmt', '--check'),
]

/** Builds the app unless the build is up to date. */
export const build: Step = check('build', 'node', 'server/commands/build.ts')
