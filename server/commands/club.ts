/** `npm run club -- COMMAND …`: what operators do, while the server runs or without it. */
import { runClub } from './program.ts'

process.exitCode = await runClub(process.argv.slice(2))
