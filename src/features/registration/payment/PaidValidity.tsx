import { Trans } from '@lingui/react/macro'
import { redValidUntil } from '#contract/member/renewal.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { useNow } from '#src/platform/now.ts'
import { fee } from '../fee.ts'

/** What Red, or the Young Audience Scheme, costs, and until when it is valid, before it is paid for. */
export function PaidValidity({ renewal, isYouth }: Pick<MemberProfile, 'renewal'> & { isYouth: boolean }) {
  const lang = useLanguage()
  const now = useNow()
  if (renewal === null)
    return <p>{isYouth ? <Trans>Young Audience Scheme for {fee}.</Trans> : <Trans>Red for {fee}.</Trans>}</p>
  const date = formatDate(redValidUntil(renewal, now), lang)
  return (
    <p>
      {isYouth ? (
        <Trans>
          Young Audience Scheme for {fee}. Once we’ve approved your application, it’s valid until {date}.
        </Trans>
      ) : (
        <Trans>
          Red for {fee}, valid until {date}.
        </Trans>
      )}
    </p>
  )
}
