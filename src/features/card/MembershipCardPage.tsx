import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { tierTable } from '#contract/member/tiers.ts'
import { useNow } from '#src/platform/now.ts'
import { isMembershipInvalid, storedProfile, watchStoredSession } from '#src/session/storedSession.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate } from '#src/i18n/dates.ts'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { CardLayout } from './CardLayout.tsx'
import { NoNumber, NumberCodes, NumberText } from './MemberNumber.tsx'
import styles from './MembershipCardPage.module.css'
import type { StoredCard } from './cardRecord.ts'
import { storedCard } from './storedCard.ts'
import { TierName } from './TierName.tsx'
import { ValidityText } from './ValidityText.tsx'

/**
 * The membership card, to hold out at a door or counter. It comes from this device, bright in both themes, and keeps
 * the screen on.
 */
export function MembershipCardPage() {
  const { t } = useLingui()
  useScreenAwake()
  // The answer confirms the card.
  useQuery(memberQueries.me())
  const card = useSyncExternalStore(watchStoredSession, storedCard)
  return (
    <Page bare title={t`Membership card`}>
      {card === null ? (
        <div className={styles['preparing']}>
          <PageHeading>{t`Membership card`}</PageHeading>
          <Loading label={t`One moment…`}>
            <Skeleton shape="card" />
          </Loading>
        </div>
      ) : (
        <Card card={card} />
      )}
    </Page>
  )
}

function Card({ card }: { card: StoredCard }) {
  const lang = useLanguage()
  const isInvalid = useSyncExternalStore(watchStoredSession, isMembershipInvalid)
  const { tier, names, picture, memberNo, codes, confirmed } = card
  return (
    <CardLayout
      tier={tier}
      name={names[lang]}
      picture={picture !== null && <img className={styles['picture']} src={picture.data} alt="" />}
      tierName={<TierName tier={tier} />}
      validity={
        isInvalid ? (
          <ValidityText kind="invalid" end={null} />
        ) : (
          <>
            <Validity card={card} />
            <Student />
          </>
        )
      }
      number={
        memberNo === null ? (
          <NoNumber />
        ) : (
          <>
            {codes !== null && !isInvalid && <NumberCodes codes={codes} />}
            <NumberText>{memberNo}</NumberText>
          </>
        )
      }
      confirmed={confirmed[lang]}
    />
  )
}

/** That the member is an approved student, and until when. */
function Student() {
  const lang = useLanguage()
  const { ya_status: status, ya_expiry_date: end } = storedProfile() ?? {}
  const now = useNow()
  if (status !== 'Approved') return null
  const last = Date.parse(end ?? '')
  if (Number.isNaN(last))
    return (
      <p className={styles['student']}>
        <Trans>Young Audience Scheme</Trans>
      </p>
    )
  const date = formatDate(last, lang)
  return last < now ? null : (
    <p className={styles['student']}>
      <Trans>Young Audience Scheme until {date}</Trans>
    </p>
  )
}

function Validity({ card: { tier, endsAt, ends } }: { card: StoredCard }) {
  const lang = useLanguage()
  const now = useNow([endsAt === null ? null : new Date(endsAt).toISOString()])
  if (!tierTable[tier].ends) return <ValidityText kind="permanent" end={null} />
  return endsAt !== null && <ValidityText kind={endsAt < now ? 'ended' : 'until'} end={ends[lang]} />
}
