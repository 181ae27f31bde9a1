// `npm run check`: types, lint, format and catalogs.
import { checks } from './checks.ts'
import { runSteps } from './steps.ts'

process.exitCode = (await runSteps([checks])) ? 0 : 1
