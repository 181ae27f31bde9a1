/**
 * `npm run youth -- list`: the members in the young audience scheme. `show MEMBER`: one application. `approve MEMBER` and
 * `reject MEMBER REASON` decide it, and tell the member by mail. `card MEMBER FILE` writes the student card to a new file, to be deleted
 * after it was looked at. MEMBER is an email address, a member number or an id. All work beside a
 * running server.
 */
import { runActions } from './withDatabase.ts'
import { youthActions } from './actions/youthActions.ts'

await runActions('youth', youthActions)
