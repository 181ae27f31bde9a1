import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { MemberProfile } from '#contract/member/member.ts'
import { canBuyRed } from '#contract/member/renewal.ts'
import { basicTier, type Tier, tierTable } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import type { Missing, TierGoal } from './tierGoal.ts'

/** Until when the member has the tier, and what the next 1 September brings. */
export function RenewalText({ profile, now }: { profile: MemberProfile; now: number }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const { membership_tier: tier, tier_expiry_date: expiry, renewal } = profile
  const tierName = i18n._(tierMessages[tier])
  if (!tierTable[tier].ends)
    return (
      <p>
        {tier === basicTier ? (
          <Trans>Basic membership has no expiry date.</Trans>
        ) : (
          <Trans>{tierName} membership is by invitation, and has no expiry date.</Trans>
        )}
      </p>
    )
  const end = Date.parse(expiry ?? '')
  if (Number.isNaN(end)) return null
  const endDate = formatDate(end, lang)
  if (renewal === null)
    return (
      <p>
        <Trans>
          {tierName} until {endDate}.
        </Trans>
      </p>
    )
  const nextName = i18n._(tierMessages[renewal.tier])
  const [at, from] = [renewal.at, renewal.renewable_from].map((moment) => formatDate(moment, lang))
  return (
    <p>
      {renewal.reason === 'valid' && (
        <Trans>
          {tierName} until {endDate}: the next membership year is included.
        </Trans>
      )}
      {renewal.reason === 'earned' && (
        <Trans>
          Renews as {tierName} on {at}.
        </Trans>
      )}
      {renewal.reason === 'stepped_down' && (
        <Trans>
          {tierName} until {endDate}. Then {nextName}, unless this year’s concerts keep you {tierName}.
        </Trans>
      )}
      {renewal.reason === 'ended' &&
        (canBuyRed(profile, now) ? (
          <Trans>
            {tierName} ends on {endDate}. Renew it now for the next membership year.
          </Trans>
        ) : (
          <Trans>
            {tierName} ends on {endDate}. You can renew it from {from}.
          </Trans>
        ))}
    </p>
  )
}

/** How far the member is from the tier that this year's concerts lead to, or keep. */
export function GoalText({ goal }: { goal: TierGoal }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  switch (goal.kind) {
    case 'invited':
      return <Trans>Thank you for every concert you’ve shared with us as a Diamond member.</Trans>
    case 'kept':
      return <Trans>This year’s concerts keep you a Gold member. Thank you for every one of them.</Trans>
    case 'incomplete': {
      const tierName = i18n._(tierMessages[goal.tier])
      return (
        <Trans>
          You’ve qualified for {tierName}.{' '}
          <TextLink to="/$lang/member-detail-edit" params={{ lang }}>
            Complete your profile
          </TextLink>{' '}
          and we’ll upgrade your membership.
        </Trans>
      )
    }
    case 'reached': {
      const tierName = i18n._(tierMessages[goal.tier])
      return (
        <Trans>
          You’ve qualified for {tierName}.{' '}
          <TextLink to="/$lang/contact-us" params={{ lang }}>
            Contact us
          </TextLink>{' '}
          and we’ll upgrade your membership.
        </Trans>
      )
    }
    case 'ahead':
      if (goal.keeps) return <KeepingText {...goal} />
      return goal.needsProfile ? <MissingWithProfileText {...goal} /> : <MissingText {...goal} />
    case 'unknown':
      return <Trans>Scan your tickets to move towards the next tier.</Trans>
  }
}

/** What is missing for the next tier. */
function MissingText({ tier, measure, missing }: Missing & { tier: Tier }) {
  const { i18n } = useLingui()
  const tierName = i18n._(tierMessages[tier])
  const money = formatMoney(missing)
  const figure = formatPoints(missing)
  switch (measure) {
    case 'tickets':
      return (
        <Plural
          value={missing}
          one={`One more ticket and you’re ${tierName}.`}
          other={`${figure} more tickets and you’re ${tierName}.`}
        />
      )
    case 'programmes':
      return (
        <Plural
          value={missing}
          one={`One more programme and you’re ${tierName}.`}
          other={`${figure} more programmes and you’re ${tierName}.`}
        />
      )
    case 'dollars':
      return (
        <Trans>
          {money} more on tickets and you’re {tierName}.
        </Trans>
      )
    case 'points':
      return (
        <Plural
          value={missing}
          one={`One more point from tickets and you’re ${tierName}.`}
          other={`${figure} more points from tickets and you’re ${tierName}.`}
        />
      )
  }
}

/** The same, and the profile: without it, no measure upgrades. */
function MissingWithProfileText({ tier, measure, missing }: Missing & { tier: Tier }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const tierName = i18n._(tierMessages[tier])
  const money = formatMoney(missing)
  const figure = formatPoints(missing)
  const words = () => {
    switch (measure) {
      case 'tickets':
        return (
          <Plural
            value={missing}
            one={`One more ticket and a complete profile make you ${tierName}.`}
            other={`${figure} more tickets and a complete profile make you ${tierName}.`}
          />
        )
      case 'programmes':
        return (
          <Plural
            value={missing}
            one={`One more programme and a complete profile make you ${tierName}.`}
            other={`${figure} more programmes and a complete profile make you ${tierName}.`}
          />
        )
      case 'dollars':
        return (
          <Trans>
            {money} more on tickets and a complete profile make you {tierName}.
          </Trans>
        )
      case 'points':
        return (
          <Plural
            value={missing}
            one={`One more point from tickets and a complete profile make you ${tierName}.`}
            other={`${figure} more points from tickets and a complete profile make you ${tierName}.`}
          />
        )
    }
  }
  return (
    <>
      {words()}{' '}
      <TextLink to="/$lang/member-detail-edit" params={{ lang }}>
        <Trans>Complete your profile</Trans>
      </TextLink>
    </>
  )
}

/** What is missing for the tier that the member has to go on. */
export function KeepingText({ tier, measure, missing }: Missing & { tier: Tier }) {
  const { i18n } = useLingui()
  const tierName = i18n._(tierMessages[tier])
  const money = formatMoney(missing)
  const figure = formatPoints(missing)
  switch (measure) {
    case 'tickets':
      return (
        <Plural
          value={missing}
          one={`One more ticket keeps you ${tierName} for another year.`}
          other={`${figure} more tickets keep you ${tierName} for another year.`}
        />
      )
    case 'programmes':
      return (
        <Plural
          value={missing}
          one={`One more programme keeps you ${tierName} for another year.`}
          other={`${figure} more programmes keep you ${tierName} for another year.`}
        />
      )
    case 'dollars':
      return (
        <Trans>
          {money} more on tickets keeps you {tierName} for another year.
        </Trans>
      )
    case 'points':
      return (
        <Plural
          value={missing}
          one={`One more point from tickets keeps you ${tierName} for another year.`}
          other={`${figure} more points from tickets keep you ${tierName} for another year.`}
        />
      )
  }
}
