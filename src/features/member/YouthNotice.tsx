import { Trans } from '@lingui/react/macro'
import type { MemberProfile } from '#contract/member/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** An approved student's, with its end (ISO 8601), if it has one. */
export function YouthBadge({ end }: { end: string | null }) {
  const lang = useLanguage()
  const date = end === null || Number.isNaN(Date.parse(end)) ? null : formatDate(end, lang)
  return (
    <Badge tone="info">
      {date === null ? <Trans>Young Audience Scheme</Trans> : <Trans>Young Audience Scheme until {date}</Trans>}
    </Badge>
  )
}

/** Where an application to the young audience scheme stands, while there is something to do or to wait for. */
export function YouthNotice({ profile }: { profile: Pick<MemberProfile, 'ya_status' | 'ya_reason'> }) {
  const lang = useLanguage()
  switch (profile.ya_status) {
    case 'N/A':
    case 'Approved':
      return null
    case 'Pending Payment':
      return (
        <Notice tone="warning" title={<Trans>You haven’t paid for your Young Audience Scheme application yet</Trans>}>
          <p>
            <Trans>We have your details and your student card. We’ll look at them once you’ve paid.</Trans>
          </p>
          <LinkButton to="/$lang/registration-ya" params={{ lang }} search={{ step: 'payment' }}>
            <Trans>Pay now</Trans>
          </LinkButton>
        </Notice>
      )
    case 'Pending Approval':
      return (
        <Notice tone="info" title={<Trans>We’re looking at your Young Audience Scheme application</Trans>}>
          <p>
            <Trans>We’ll email you as soon as we’ve decided. There’s nothing you need to do.</Trans>
          </p>
        </Notice>
      )
    case 'Rejected':
      return (
        <Notice tone="warning" title={<Trans>We couldn’t approve your Young Audience Scheme application</Trans>}>
          {profile.ya_reason !== null && (
            <p>
              <Trans>The reason: {profile.ya_reason}</Trans>
            </p>
          )}
          <p>
            <Trans>We’ll refund what you’ve paid. You’re welcome to apply again.</Trans>
          </p>
          <ApplyAgain />
        </Notice>
      )
    case 'Expired':
      return (
        <Notice tone="info" title={<Trans>Your Young Audience Scheme membership has ended</Trans>}>
          <p>
            <Trans>If you’re still a student, you can apply for this year with your new student card.</Trans>
          </p>
          <ApplyAgain />
        </Notice>
      )
  }
}

function ApplyAgain() {
  const lang = useLanguage()
  return (
    <LinkButton to="/$lang/registration-ya" params={{ lang }}>
      <Trans>Apply again</Trans>
    </LinkButton>
  )
}
