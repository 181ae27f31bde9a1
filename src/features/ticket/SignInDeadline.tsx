import { Trans } from '@lingui/react/macro'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import type { Deadline } from './deadline.ts'
import { lastDayOf } from './ticketView.ts'

/** Until when scans can be sent that wait for their member to sign in again; nothing for null. */
export function SignInDeadline({ deadline }: { deadline: Deadline | null }) {
  const lang = useLanguage()
  if (deadline === null) return null
  if (deadline.kind === 'over')
    return (
      <p>
        <Trans>By this device’s clock, the claim period has ended. Sign in all the same: we’ll check.</Trans>
      </p>
    )
  const date = formatDate(lastDayOf(deadline.end), lang)
  return (
    <p>
      <Trans>Sign in by {date}. A scan that reaches us later earns no points.</Trans>
    </p>
  )
}
