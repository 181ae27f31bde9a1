import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { redValidUntil } from '#contract/member/renewal.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { fee } from '../fee.ts'

/** What Red costs and until when it is valid, before it is paid for. */
export function RedValidity({ renewal }: Pick<MemberProfile, 'renewal'>) {
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  if (renewal === null) return null
  const date = formatDate(redValidUntil(renewal, now), lang)
  return (
    <p>
      <Trans>
        Red for {fee}, valid until {date}.
      </Trans>
    </p>
  )
}
