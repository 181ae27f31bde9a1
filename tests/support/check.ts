// `npm run check`: types, lint, format and catalogs.
import { checks } from './checks.ts'
import { runSteps } from './steps.ts'

const { failed } = await runSteps(checks)
process.exitCode = failed === 0 ? 0 : 1
