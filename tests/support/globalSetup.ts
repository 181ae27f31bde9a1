// Vitest and Playwright run this before the first test of a run. Both require a default export.
import { makeTemplates } from './templates.ts'

export default makeTemplates
