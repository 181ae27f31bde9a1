import { Trans, useLingui } from '@lingui/react/macro'
import { Navigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { MemberProfile } from '#contract/member/member.ts'
import type { TierUpgrade } from '#contract/scan/scan.ts'
import { useNow } from '#src/platform/now.ts'
import { memberName, rememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { ActionBar } from '#src/ui/actions/ActionBar.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { RichText } from '#src/ui/content/RichText.tsx'
import { ResultNote } from '#src/ui/states/ResultPanel.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { TierCard } from '#src/features/card/TierCard.tsx'
import { GoalText } from '#src/features/member/membershipYearTexts.tsx'
import { tierGoalOf } from '#src/features/member/tierGoal.ts'
import { EvictableStorageNotice } from '#src/features/scan/EvictableStorageNotice.tsx'
import { balanceIncluding } from '#src/features/scan/paidTickets.ts'
import { SendingPausedNotice } from '#src/features/scan/SendingPausedNotice.tsx'
import { useHallMode } from '#src/features/scan/settings/useHallMode.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { statusContent } from '#src/features/scan/status/statusContent.ts'
import { sendsWhileClosed } from '#src/outbox/whileClosed.ts'
import { useStatusMessages } from '#src/features/scan/status/useStatusMessages.ts'
import { bestStatusOf } from '#src/features/scan/status/statusPhase.ts'
import { StorageErrorNotice } from '#src/features/scan/StorageErrorNotice.tsx'
import { ScanList } from '#src/features/scan/list/ScanList.tsx'
import { LateNotice } from '#src/features/scan/list/LateNotice.tsx'
import { isBeforeEnd, isLate } from '#src/features/ticket/ticketView.ts'
import { TicketSummary } from '#src/features/scan/list/TicketSummary.tsx'
import { vibrate } from '#src/features/scan/vibration.ts'
import type { DisplayedScan } from '#src/features/scan/useDisplayedScans.ts'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { EarnedPoints } from './EarnedPoints.tsx'
import { MyScansLink } from './MyScansLink.tsx'
import { ResultRedirect } from './ResultRedirect.tsx'
import { ScanGonePage } from './ScanGonePage.tsx'
import { upgradeBy } from './upgrade.ts'
import { useScanResult } from './useScanResult.ts'

interface ScanResultPageProps {
  memberId: string
  /** The scans of the URL. */
  ids: readonly string[]
  /** Shown at the end once points were added, outside of the hall. */
  offer: ReactNode
}

/**
 * What scans have earned, or will earn. Follows the outbox: a queued scan can turn into points while the page is shown.
 */
export function ScanSuccessPage({ memberId, ids, offer }: ScanResultPageProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  useHallMode()
  const { hall } = useScannerSettings()
  const { status, areGone, reload, scans, page, contents, user, userStaleSince } = useScanResult(memberId, ids)
  const isCredited = scans.some((scan) => scan.status === 'credited')
  useEffect(() => {
    if (isCredited) vibrate('credited')
  }, [isCredited])
  const now = useNow()
  const best = bestStatusOf(scans.map((scan) => scan.status))
  const messages = useStatusMessages(best)
  if (areGone) return <ScanGonePage />
  if (status === 'ready' && scans.length === 0) return <Navigate to="/$lang" params={{ lang }} replace />
  if (scans.length > 0 && page !== 'success') return <ResultRedirect page={page} ids={ids} />

  const bestScans = scans.filter((scan) => scan.status === best)
  const isFamily = scans.length > 1
  const [first] = scans
  const content = statusContent(best, contents, lang)
  const isQueued = best === 'queued' || best === 'queued_paused'
  const followsConcert = isQueued && bestScans.some(({ ticket }) => isBeforeEnd(ticket, now))
  const late = isQueued && bestScans.every(({ ticket }) => isLate(ticket, now)) ? bestScans[0]?.ticket?.sendBy : null
  // Of queued scans of a past concert, the large line already says the same where nothing has to be opened.
  const isSentWhenOpened = best === 'queued' && !sendsWhileClosed()
  const explanation = best === 'pending' || followsConcert || isSentWhenOpened ? messages.explanation : null
  const balance = balanceIncluding(
    user,
    bestScans.map(({ entry }) => entry),
  )
  const upgrade = upgradeBy(bestScans.map(({ entry }) => entry))
  const greeting = upgrade && contents?.welcome_messages.find(({ code }) => code === upgrade.tier)
  const dependsOnUser = best === 'pending' || (best === 'credited' && balance !== null)
  const [done, all] = [bestScans.length, scans.length]
  const heading =
    best === 'credited' && done < all
      ? t`Points added for ${done} of ${all} tickets`
      : isFamily && best === 'pending'
        ? t`Your tickets are in your account`
        : i18n._(messages.heading)
  return (
    // A new key once the scans have loaded, so that screen readers announce its heading.
    <Page key={String(first !== undefined)} title={first ? heading : t`Your scan`} narrow>
      {status === 'loading' && (
        <Loading label={t`Opening your scan…`}>
          <Skeleton shape="card" />
        </Loading>
      )}
      {status === 'failed' && <StorageErrorNotice onRetry={reload} />}
      {first && (
        <>
          {late ? (
            <LateNotice sendBy={late} />
          ) : (
            <EarnedPoints
              status={best}
              followsConcert={followsConcert}
              points={pointsOf(bestScans)}
              upgradePoints={upgrade?.points ?? null}
              balance={balance}
              picture={
                upgrade ? <NewCard upgrade={upgrade} memberNo={user?.member_profile.member_no ?? null} /> : undefined
              }
            >
              {upgrade ? (
                <h2>
                  <NewTier upgrade={upgrade} />
                </h2>
              ) : (
                best === 'credited' &&
                (balance !== null && user ? (
                  <Goal profile={user.member_profile} />
                ) : (
                  // Nothing moves when the club has counted the points.
                  userStaleSince === null && <ComingNotes />
                ))
              )}
            </EarnedPoints>
          )}
          <SuccessActions upgrade={upgrade} />
          {greeting && <RichText text={greeting.content} />}
          {userStaleSince !== null && dependsOnUser && <DataAge fetchedAt={userStaleSince} />}
          {content && <RichText text={content.content} />}
          {content === null && explanation && <p>{i18n._(explanation)}</p>}
          {isQueued && (
            <>
              <SendingPausedNotice count={bestScans.length} />
              <EvictableStorageNotice />
            </>
          )}
          {isFamily ? (
            <ScanList heading="h2" scans={scans} />
          ) : (
            <TicketSummary ticket={first.ticket} capturedAt={first.entry.capturedAt} withoutPoints="total" />
          )}
          <MyScansLink />
          {best === 'credited' && !hall && offer}
        </>
      )}
    </Page>
  )
}

/** The sum of the scans' points; null while the points of any scan are unknown. */
function pointsOf(scans: readonly DisplayedScan[]): number | null {
  return scans.reduce<number | null>(
    (sum, { ticket }) => (sum === null || ticket === null || ticket.points === null ? null : sum + ticket.points),
    0,
  )
}

function NewCard({
  upgrade: { from, tier, valid_until: end },
  memberNo,
}: {
  upgrade: TierUpgrade
  memberNo: string | null
}) {
  const lang = useLanguage()
  const [member] = useState(rememberedMember)
  return (
    <TierCard tier={tier} from={from} name={member && memberName(member, lang)} memberNo={memberNo} validUntil={end} />
  )
}

function NewTier({ upgrade: { tier } }: { upgrade: TierUpgrade }) {
  const { i18n } = useLingui()
  const tierName = i18n._(tierMessages[tier])
  return <Trans>You’re now a {tierName} member</Trans>
}

/** The balance and the goal, on their way. */
function ComingNotes() {
  return (
    <>
      <ResultNote>
        <Skeleton shape="text" lines={1} />
      </ResultNote>
      <ResultNote>
        <Skeleton shape="text" lines={1} />
      </ResultNote>
    </>
  )
}

/** How near the next tier is; nothing where the member cannot come nearer to one. */
function Goal({ profile }: { profile: MemberProfile }) {
  const goal = tierGoalOf(profile)
  if (goal.kind !== 'ahead' && goal.kind !== 'incomplete') return null
  return (
    <ResultNote>
      <p>
        <GoalText goal={goal} />
      </p>
    </ResultNote>
  )
}

/** What comes next: the card of a new tier, else the next ticket. */
function SuccessActions({ upgrade }: { upgrade: TierUpgrade | null }) {
  const params = { lang: useLanguage() }
  const another = (
    <LinkButton variant={upgrade ? 'secondary' : 'primary'} to="/$lang/scanner" params={params}>
      <Trans>Scan another ticket</Trans>
    </LinkButton>
  )
  if (!upgrade) {
    return (
      <ActionBar>
        {another}
        <LinkButton to="/$lang" params={params}>
          <Trans>Home</Trans>
        </LinkButton>
      </ActionBar>
    )
  }
  return (
    <>
      <ActionBar>
        <LinkButton variant="primary" to="/$lang/membership-card" params={params}>
          <Trans>Show your card</Trans>
        </LinkButton>
        {another}
      </ActionBar>
      <p>
        <TextLink to="/$lang/whats-club-bravo" params={params} hash="members-privileges">
          <Trans>What’s new for you</Trans>
        </TextLink>
      </p>
    </>
  )
}
