import { Trans, useLingui, Plural } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ToldAct } from '#contract/member/toldActs.ts'
import type { ToldAction } from '#contract/staff/actions.ts'
import type { Role } from '#contract/staff/roles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import styles from './YourDataPage.module.css'

/** What staff and the club's own tasks did with what is the member's; from this device where there is no network. */
export function YourDataPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberAreaQueries.toldActs())
  const hasFailed = isError && !isFetching
  return (
    <Page
      title={t`What we did with your data`}
      lead={t`When we open your account or student card, change your account or put your details on a list, you’ll see it here.`}
      trail={<AccountBreadcrumb current={t`What we did with your data`} />}
    >
      {data && hasFailed && <OutdatedNotice updatedAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data && <Acts acts={data.acts} />}
      {!data && hasFailed && (
        <LoadFailure title={<Trans>We couldn’t load this list</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="card" />
        </Loading>
      )}
      <p>
        <Trans>
          Is something wrong?{' '}
          <TextLink to="/$lang/contact-us" params={{ lang }}>
            Contact us
          </TextLink>
        </Trans>
      </p>
    </Page>
  )
}

function Acts({ acts }: { acts: readonly ToldAct[] }) {
  const { t } = useLingui()
  if (acts.length === 0) return <EmptyState title={t`Nothing so far`} icon="user" />
  return (
    <Card>
      <ul aria-label={t`What we did with your data`}>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
    </Card>
  )
}

function ActRow({ act }: { act: ToldAct }) {
  const { reason, role } = act
  return (
    <li className={styles['act']}>
      <span className={styles['time']}>
        <DateText moment={act.at} time={role === null} />
      </span>
      <span>
        <ActText act={act} />
      </span>
      {reason !== null && (
        <span className={styles['reason']}>
          <Trans>Why: {reason}</Trans>
        </span>
      )}
    </li>
  )
}

interface ActProps {
  act: ToldAct
}

const texts: Record<ToldAction, (props: ActProps) => ReactNode> = {
  points_grant: GivenPoints,
  points_revoke: TakenPoints,
  ticket_return: () => <Trans>One of your tickets was returned, so we took its points back</Trans>,
  member_read: Look,
  member_search: Look,
  card_view: () => <Trans>We looked at your student card</Trans>,
  youth_approve: () => <Trans>We approved your application to the Young Audience Scheme</Trans>,
  youth_reject: () => <Trans>We turned down your application to the Young Audience Scheme</Trans>,
  youth_expire: () => <Trans>Your year in the Young Audience Scheme ended</Trans>,
  voucher_use: () => <Trans>We marked one of your vouchers as used</Trans>,
  voucher_unuse: () => <Trans>We made one of your used vouchers valid again</Trans>,
  refund_note: () => <Trans>We noted that one of your payments was refunded</Trans>,
  conversion_export: () => (
    <Trans>
      We put your name and Cathay membership number in a file for the airline, so that it can add your miles
    </Trans>
  ),
  guests_export: () => <Trans>We put your name, mobile number and email address on the guest list of an event</Trans>,
  registration_add: () => <Trans>We registered you for an event</Trans>,
  registration_promote: () => <Trans>We gave you places at an event from its waiting list</Trans>,
  registration_cancel: () => <Trans>We cancelled your places at an event, or took you off its waiting list</Trans>,
  parcels_export: () => <Trans>We printed your address and phone number on the label of a parcel</Trans>,
  parcel_send: () => <Trans>We posted a reward to you</Trans>,
  parcel_return: () => <Trans>A reward we posted came back to us</Trans>,
  parcel_put_back: () => <Trans>We noted that a reward hasn’t been packed or posted yet after all</Trans>,
  account_close: () => <Trans>We closed your account</Trans>,
  closure_undo: () => <Trans>We reopened your account</Trans>,
  name_correct: () => <Trans>We corrected your name</Trans>,
  email_correct: () => <Trans>We corrected your email address</Trans>,
  contact_correct: () => <Trans>We corrected your contact details, month of birth or consent to news</Trans>,
  address_ask: () => <Trans>We were asked to change your email address</Trans>,
  address_confirm: () => <Trans>We checked the request to change your email address</Trans>,
  address_end: () => <Trans>We stopped the change of your email address</Trans>,
  address_stop: () => <Trans>The link in our email stopped the change of your email address</Trans>,
  address_fail: () => <Trans>We couldn’t change your email address as planned</Trans>,
  address_change: () => <Trans>We changed your email address</Trans>,
  mail_resend: () => <Trans>We sent you an email again</Trans>,
  sign_ins_end: () => <Trans>We signed you out on every device</Trans>,
  member_suspend: () => <Trans>We suspended your membership</Trans>,
  member_resume: () => <Trans>We lifted the suspension of your membership</Trans>,
  tier_give: NewTier,
  tier_invite: GivenTier,
  tier_end: EndedTier,
  tier_renew: RenewedTier,
}

const looks: Partial<Record<string, () => ReactNode>> = {
  owner: () => <Trans>Our management looked at your account</Trans>,
  membership: () => <Trans>Our membership team looked at your account</Trans>,
  box_office: () => <Trans>Our box office looked at your account</Trans>,
  supervisor: () => <Trans>Our event staff looked at your account</Trans>,
  counter: () => <Trans>Our counter staff looked at your account</Trans>,
} satisfies Partial<Record<Role, () => ReactNode>>

/** In which role somebody looked: a later version may have others. */
function Look({ act: { role } }: ActProps) {
  return looks[role ?? '']?.() ?? <Trans>We looked at your account</Trans>
}

function GivenPoints({ act: { points } }: ActProps) {
  const count = points ?? 0
  const figure = formatPoints(count)
  return points === null ? (
    <Trans>We gave you points</Trans>
  ) : (
    <Plural value={count} one={`We gave you ${figure} point`} other={`We gave you ${figure} points`} />
  )
}

function TakenPoints({ act: { points } }: ActProps) {
  const count = -(points ?? 0)
  const figure = formatPoints(count)
  return points === null ? (
    <Trans>We took points back</Trans>
  ) : (
    <Plural value={count} one={`We took ${figure} point back`} other={`We took ${figure} points back`} />
  )
}

function NewTier({ act: { tier } }: ActProps) {
  const { i18n } = useLingui()
  const tierName = tier && i18n._(tierMessages[tier])
  return tierName === null ? (
    <Trans>Your concerts changed your tier</Trans>
  ) : (
    <Trans>Your concerts made you a {tierName} member</Trans>
  )
}

function GivenTier({ act: { tier } }: ActProps) {
  const { i18n } = useLingui()
  const tierName = tier && i18n._(tierMessages[tier])
  return tierName === null ? <Trans>We gave you another tier</Trans> : <Trans>We made you a {tierName} member</Trans>
}

function EndedTier({ act: { tier } }: ActProps) {
  const { i18n } = useLingui()
  const tierName = tier && i18n._(tierMessages[tier])
  return tierName === null ? (
    <Trans>The tier we gave you has ended</Trans>
  ) : (
    <Trans>The tier we gave you has ended, and you’re a {tierName} member now</Trans>
  )
}

function RenewedTier({ act: { tier } }: ActProps) {
  const { i18n } = useLingui()
  const tierName = tier && i18n._(tierMessages[tier])
  return tierName === null ? (
    <Trans>A new membership year began</Trans>
  ) : (
    <Trans>A new membership year began, and you’re a {tierName} member now</Trans>
  )
}

const isKnown = (action: string): action is ToldAction => Object.hasOwn(texts, action)

/** What was done, in plain words. A later version may do what this one has no words for. */
function ActText({ act }: ActProps) {
  if (!isKnown(act.action)) return <Trans>Our staff worked on your account</Trans>
  const Text = texts[act.action]
  return <Text act={act} />
}
