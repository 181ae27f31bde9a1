import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { levelsIn } from '#contract/member/measures.ts'
import type { MemberProfile, UpgradeProgress, MembershipRenewal } from '#contract/member/member.ts'
import { canRenewRed } from '#contract/member/renewal.ts'
import { basicTier, goalOf, highestMeasuredTier, paidTier, type Tier } from '#contract/member/tiers.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { config } from '#src/config.ts'
import { formatMoney, formatPoints } from '#src/i18n/numbers.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Gauge } from '#src/ui/content/Gauge.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { formatDate } from '#src/i18n/dates.ts'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import styles from './MembershipYear.module.css'
import { GoalText, KeepingText, RenewalText } from './membershipYearTexts.tsx'
import { missingToKeep, tierGoalOf } from './tierGoal.ts'

interface MembershipYearProps {
  profile: MemberProfile
  progress: UpgradeProgress
  /** In milliseconds since 1970. */
  now: number
}

/** The membership where a backend tells no measures: until when it is valid, and the way to Red. */
export function MembershipTerm({ profile, now }: Omit<MembershipYearProps, 'progress'>) {
  return (
    <Card title={<Trans>Your membership year</Trans>}>
      <div className={styles['words']}>
        {profile.membership_tier === basicTier && <BecomeRed due={profile.due_bonuses} />}
        <RenewalText profile={profile} now={now} />
      </div>
    </Card>
  )
}

/**
 * The membership year in one picture: how much of it has passed, what is missing for the next tier or for keeping this
 * one, until when it is valid and what follows, and the gauges, which ask nothing of Diamond: first those that a member
 * can fill.
 */
export function MembershipYear({ profile, progress, now }: MembershipYearProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { membership_tier: tier, renewal } = profile
  const { data: levels = levelsIn(progress) } = useQuery(memberAreaQueries.gaugeLevels())
  const tierName = i18n._(tierMessages[tier])
  const goal = tierGoalOf(profile)
  const goalName = goal.kind === 'ahead' ? i18n._(tierMessages[goal.tier]) : null
  const toKeep = missingToKeep(profile)
  const leadsUp = goal.kind === 'ahead' && !goal.keeps
  // A Red member's own level, on the way to Gold's.
  const mark = leadsUp ? renewal?.kept_at : null
  const spends = goal.kind === 'ahead' && goal.tier === highestMeasuredTier ? (progress.ticketSpend?.periods ?? []) : []
  // What Gold asks for in money, few can spend.
  const isFar = goalOf(tier) === highestMeasuredTier
  // The nearest to its goal first; a stable sort keeps the order of those that are equally near.
  const gauges = [
    {
      label: t`Tickets scanned`,
      value: progress.annualTicket,
      full: levels.fullTicketPurchased,
      mark: mark?.fullTicketPurchased,
      isFar: false,
    },
    {
      label: t`Different programmes`,
      value: progress.annualNumberOfProgramSynonyms,
      full: levels.fullSynonyms,
      mark: mark?.fullSynonyms,
      isFar: false,
    },
    {
      label: t`Points from tickets`,
      value: progress.totalAnnualEarnedPoint,
      full: levels.fullEarnedPoint,
      mark: mark?.fullEarnedPoint,
      isFar,
    },
    ...spends.map(({ period, spent, goal: full }) => ({
      label: period === '30_days' ? t`Ticket spend, last 30 days` : t`Ticket spend, last 12 months`,
      value: spent,
      full,
      format: formatMoney,
      isFar,
    })),
  ].toSorted((one, other) => share(other) - share(one))
  // The nearest is shown, whatever it measures: the sentence names it.
  const far = gauges.filter((gauge, index) => index > 0 && gauge.isFar)
  return (
    <Card title={<Trans>Your membership year</Trans>}>
      <div className={styles['panel']}>
        <div className={styles['words']}>
          {tier === basicTier && <BecomeRed due={profile.due_bonuses} />}
          {renewal && <YearLine tier={tier} renewal={renewal} now={now} />}
          <p className={styles['goal']}>
            {toKeep === null || !leadsUp ? <GoalText goal={goal} /> : <KeepingText tier={tier} {...toKeep} />}
          </p>
          <RenewalText profile={profile} now={now} />
          {canRenewRed(profile, now) && (
            <div>
              <LinkButton to="/$lang/registration-red" params={{ lang }} variant="primary">
                <Trans>Renew Red</Trans>
              </LinkButton>
            </div>
          )}
        </div>
        {goal.kind !== 'invited' && (
          <div className={styles['gauges']}>
            {gauges
              .filter((gauge) => !far.includes(gauge))
              .map((gauge) => (
                <Gauge key={gauge.label} {...gauge} />
              ))}
            {far.length > 0 && (
              <Disclosure title={t`Points and ticket spend`}>
                {far.map((gauge) => (
                  <Gauge key={gauge.label} {...gauge} />
                ))}
              </Disclosure>
            )}
            <div className={styles['soft']}>
              <p>
                <Trans>
                  Tickets, programmes and points count from 1 September to 31 August, by the day you get the points.
                </Trans>
              </p>
              {leadsUp && (
                <p>
                  <Trans>
                    With a complete profile, reaching any one of these targets upgrades you to {goalName} automatically.
                  </Trans>
                </p>
              )}
              {mark && (
                <p>
                  <Trans>The mark on each bar shows what you need to stay {tierName} for another year.</Trans>
                </p>
              )}
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}

const share = ({ value, full }: { value: number; full: number }) => (full === 0 ? 1 : value / full)

/** The shortest way to the next tier, for who has none that is paid: what it costs, and its bonus while one is due. */
function BecomeRed({ due }: { due: MemberProfile['due_bonuses'] }) {
  const lang = useLanguage()
  const fee = formatMoney(config.fee)
  const points = due.find(({ tier }) => tier === paidTier)?.points
  const bonus = points === undefined ? null : formatPoints(points)
  return (
    <div>
      <LinkButton to="/$lang/registration-red" params={{ lang }} variant="primary">
        {bonus === null ? (
          <Trans>Become Red: {fee}</Trans>
        ) : (
          <Trans>
            Become Red: {fee}, +{bonus} points
          </Trans>
        )}
      </LinkButton>
    </div>
  )
}

interface YearLineProps {
  tier: Tier
  renewal: MembershipRenewal
  /** In milliseconds since 1970. */
  now: number
}

/** The same day and time of the year before. */
function yearBefore(moment: number): number {
  const date = new Date(moment)
  return date.setUTCFullYear(date.getUTCFullYear() - 1)
}

const months = Array.from({ length: 11 }, (_, index) => index + 1)

/**
 * The membership year as a line with its months, from the tier of today to that of the next year, and how much of it
 * has passed. The sentences below it say the same, so that it is a picture alone.
 */
function YearLine({ tier, renewal, now }: YearLineProps) {
  const lang = useLanguage()
  const end = Date.parse(renewal.at)
  const start = yearBefore(end)
  const today = `${Math.max(0, Math.min(1, (now - start) / (end - start))) * 100}%`
  return (
    <div className={styles['year']} aria-hidden="true">
      <p className={styles['ends']}>
        <TierBadge tier={tier} />
        {renewal.reason !== 'unlimited' && <TierBadge tier={renewal.tier} />}
      </p>
      <svg className={styles['drawing']}>
        <line className={styles['ground']} x1="0" x2="100%" y1="50%" y2="50%" />
        {months.map((month) => {
          const place = `${(month / 12) * 100}%`
          return <line key={month} className={styles['month']} x1={place} x2={place} y1="35%" y2="65%" />
        })}
        <line className={styles['passed']} x1="0" x2={today} y1="50%" y2="50%" />
        <circle className={styles['today']} cx={today} cy="50%" r="6" />
      </svg>
      <p className={styles['ends']}>
        <span>{formatDate(start, lang)}</span>
        <span>{formatDate(end - 1, lang)}</span>
      </p>
    </div>
  )
}
