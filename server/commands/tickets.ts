/**
 * `npm run tickets -- import FILE`: adds the tickets of a CSV file and their performances, all of them or none, and lists bad rows by line; with
 * `--skip-bad` the others are added, with `--dry-run` nothing. The same file again changes nothing. A ticket without a code gets one that the
 * club signs. `npm run tickets -- export [--to FILE]`: writes all tickets in this form. Both work beside a running server.
 */
import { ticketsActions } from './actions/ticketsActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('tickets', ticketsActions)
