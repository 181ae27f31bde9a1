/**
 * `npm run members -- show MEMBER`: the ledger of a member with buckets, tickets, redemptions, conversions, registrations, orders and tiers, and
 * an audit of it. Exits with 1 when there is a difference. Prints no secret, and changes nothing. MEMBER is an email address, a member number
 * or an id. Works beside a running server.
 */
import { membersActions } from './actions/membersActions.ts'
import { runActions } from './withDatabase.ts'

await runActions('members', membersActions)
