/**
 * `npm run content -- export DIR` and `npm run content -- import DIR [--dry-run]`: moves the contents between the database and a folder of
 * readable files, beside a running server or without one.
 */
import { contentActions } from './actions/contentActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('content', contentActions)
