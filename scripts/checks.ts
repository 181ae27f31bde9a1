import type { Step } from './steps.ts'

/** Checks that need no running app. */
export const checks: readonly Step[] = [
  { name: 'types of the page', command: 'tsc', args: ['--noEmit', '-p', 'tsconfig.json'] },
  { name: 'types of the worker', command: 'tsc', args: ['--noEmit', '-p', 'sw/tsconfig.json'] },
  { name: 'types of server and tests', command: 'tsc', args: ['--noEmit', '-p', 'server/tsconfig.json'] },
  { name: 'lint', command: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  { name: 'format', command: 'prettier', args: ['--check', '.', '--log-level', 'warn'] },
  { name: 'catalogs hold every message', command: 'lingui', args: ['check', 'sync'] },
  { name: 'every message is translated', command: 'lingui', args: ['check', 'missing'] },
]
