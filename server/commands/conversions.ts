/**
 * `npm run conversions -- export [--from DAY] [--until DAY] [--to FILE]`: writes the conversions to miles that the airline was not told of as
 * CSV; with `--mark-sent` each is in one file only. `--all` writes those that were sent, too. Works beside a running server.
 */
import { conversionsActions } from './actions/conversionsActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('conversions', conversionsActions)
