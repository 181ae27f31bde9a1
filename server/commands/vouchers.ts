/**
 * `npm run vouchers -- used CODE`: marks a voucher as used, which the member sees with their rewards; it fails for one that was used before, or
 * has expired. `unused CODE` takes the mark back. With `--dry-run` nothing is changed. Works beside a running server.
 */
import { runActions } from './withDatabase.ts'
import { vouchersActions } from './actions/vouchersActions.ts'

await runActions('vouchers', vouchersActions)
