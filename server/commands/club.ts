/** `npm run club -- COMMAND …`: what operators do, beside a running server or without one. */
import { runClub } from './program.ts'

process.exitCode = await runClub(process.argv.slice(2))
