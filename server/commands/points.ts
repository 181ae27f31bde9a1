/**
 * `npm run points -- grant MEMBER POINTS --reason TEXT` gives points to a member, and `revoke` takes them, as entries of the ledger with
 * their reason. MEMBER is an email address, a member number or an id. With `--dry-run` nothing is changed. The same words again do nothing: a
 * second adjustment of the same kind needs a reason of its own. `return TICKET --reason TEXT` takes back what a ticket has given, once. Works
 * beside a running server.
 */
import { pointsActions } from './actions/pointsActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('points', pointsActions)
