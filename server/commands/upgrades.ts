/**
 * `npm run upgrades -- issue KIND TIER`: issues the token of a card holder's link (`sc`), of a free upgrade (`free-tier-upgrade`), or an upgrade
 * code with which an old member comes back (`existing --old-member NUMBER`), and prints it once: only its hash is stored. `list [--all]` lists
 * them without their texts, `revoke TOKEN` ends one. Works beside a running server, with the owner's DATABASE_URL.
 */
import { upgradesActions } from './actions/upgradesActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('upgrades', upgradesActions)
