// Vitest and Playwright run this before the first test of a run. Both require a default export.
import { fileURLToPath } from 'node:url'
import { requireBuild } from './requireBuild.ts'
import { makeTemplates } from './templates.ts'

export default function setUp(): Promise<() => Promise<void>> {
  requireBuild(fileURLToPath(new URL('../..', import.meta.url)))
  return makeTemplates()
}
