import { Trans, useLingui } from '@lingui/react/macro'
import { tierTable } from '#contract/member/tiers.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { memberName, type RememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatMonth } from '#src/i18n/dates.ts'
import { youthStatusMessages } from '#src/i18n/profileMessages.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import styles from './MembershipFacts.module.css'

interface MembershipFactsProps {
  member: RememberedMember
  /** Null if this device has no copy. */
  profile: MemberProfile | null
}

const isTime = (text: string | null | undefined): text is string => text != null && !Number.isNaN(Date.parse(text))

/** Tier, validity and contact details. */
export function MembershipFacts({ member, profile }: MembershipFactsProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const name = memberName(member, lang)
  const { membership_since: since, member_no: memberNo, tier_expiry_date: expiry } = profile ?? {}
  const tier = profile?.membership_tier ?? member.tier
  const status = youthStatusMessages[profile?.ya_status ?? 'N/A']
  const expiryOfYouth = profile?.ya_expiry_date
  const end = isTime(expiryOfYouth) ? formatDate(expiryOfYouth, lang) : null
  const rows = [
    { term: t`Tier`, value: i18n._(tierMessages[tier]) },
    // Basic membership has no end (specification section 2).
    ...(tierTable[tier].ends && isTime(expiry) ? [{ term: t`Valid until`, value: formatDate(expiry, lang) }] : []),
    ...(status === null
      ? []
      : [{ term: t`Young Audience Scheme`, value: end === null ? i18n._(status) : t`Approved until ${end}` }]),
    ...(isTime(since) ? [{ term: t`Member since`, value: formatMonth(since, lang) }] : []),
    ...(name === null ? [] : [{ term: t`Name`, value: name }]),
    ...(memberNo == null ? [] : [{ term: t`Member number`, value: memberNo }]),
    { term: t`Email`, value: member.email },
    { term: t`Email status`, value: <EmailStatus verified={member.emailVerified} /> },
    { term: t`Mobile`, value: profile ? (mobileText(profile) ?? t`Not given`) : t`Not given` },
  ]
  return (
    <Card title={<Trans>Membership</Trans>}>
      <DefinitionList rows={rows} />
      <LinkButton to="/$lang/personal-detail" params={{ lang }}>
        <Trans>See my personal details</Trans>
      </LinkButton>
    </Card>
  )
}

function mobileText({ country_code: code, mobile }: MemberProfile): string | null {
  if (mobile === null || mobile === '') return null
  return code === null || code === '' ? mobile : `+${code} ${mobile}`
}

function EmailStatus({ verified }: { verified: boolean }) {
  const lang = useLanguage()
  if (verified) {
    return (
      <Badge tone="success">
        <Trans>Verified</Trans>
      </Badge>
    )
  }
  return (
    <span className={styles['unverified']}>
      <Badge tone="warning">
        <Trans>Not verified</Trans>
      </Badge>
      <LinkButton to="/$lang/email-verification" params={{ lang }} variant="quiet">
        <Trans>Verify email</Trans>
      </LinkButton>
    </span>
  )
}
