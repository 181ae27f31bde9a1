import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import type { Tier } from '#contract/member.ts'
import { watchStoredSession } from '#src/auth/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Page } from '#src/ui/Page.tsx'
import { PageHeading } from '#src/ui/PageHeading.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { CardArt } from './CardArt.tsx'
import { CardCode } from './CardCode.tsx'
import styles from './MembershipCardPage.module.css'
import { keepStoredCard, type StoredCard, storedCard } from './storedCard.ts'
import { TierName } from './TierName.tsx'
import { useScreenAwake } from './useScreenAwake.ts'

/** The membership card, to hold out at a door or counter. It comes from this device, bright in both themes, and keeps the screen on. */
export function MembershipCardPage() {
  const { t } = useLingui()
  useScreenAwake()
  useEffect(keepStoredCard, [])
  const card = useSyncExternalStore(watchStoredSession, storedCard)
  return (
    <Page bare title={t`Membership card`}>
      {card === null ? (
        <div className={styles['preparing']}>
          <PageHeading>{t`Membership card`}</PageHeading>
          <Spinner label={t`One moment…`} />
        </div>
      ) : (
        <Card card={card} />
      )}
    </Page>
  )
}

function Card({ card }: { card: StoredCard }) {
  const lang = useLanguage()
  const confirmed = card.confirmed[lang]
  return (
    <div className={styles['card']} data-tier={card.tier}>
      <div className={styles['face']}>
        <CardArt className={styles['art']} />
        <div className={styles['head']}>
          <p className={styles['club']} lang="en">
            Club Bravo
          </p>
          <PageHeading className={styles['title']}>
            <Trans>Membership card</Trans>
          </PageHeading>
        </div>
        <p className={styles['name']}>{card.names[lang]}</p>
        <p className={styles['tier']}>
          <TierName tier={card.tier} />
        </p>
        <Validity card={card} />
      </div>
      <div className={styles['panel']}>
        <MemberNumber card={card} />
        <p className={styles['confirmed']}>
          <Trans>Last confirmed {confirmed}</Trans>
        </p>
      </div>
    </div>
  )
}

function MemberNumber({ card: { memberNo, codes } }: { card: StoredCard }) {
  const { t } = useLingui()
  if (memberNo === null) {
    return (
      <p>
        <Trans>You don’t have a member number yet. Our staff can find you by your name and email.</Trans>
      </p>
    )
  }
  return (
    <>
      {codes !== null && (
        <CardCode
          drawing={codes.qr}
          margin={{ x: 4, y: 4 }}
          label={t`QR code of your member number`}
          className={styles['qr']}
        />
      )}
      {codes !== null && (
        <CardCode
          drawing={codes.bar}
          margin={{ x: 10, y: 0 }}
          label={t`Barcode of your member number`}
          className={styles['bar']}
        />
      )}
      <p className={styles['number']}>
        <span className={styles['term']}>
          <Trans>Member number</Trans>
        </span>
        {memberNo}
      </p>
    </>
  )
}

function Validity({ card: { tier, endsAt, ends } }: { card: StoredCard }) {
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  const text = validityText(tier, endsAt, ends[lang], now)
  if (text === null) return null
  const hasEnded = endsAt !== null && endsAt < now
  return <p className={hasEnded ? styles['ended'] : styles['validity']}>{text}</p>
}

function validityText(tier: Tier, endsAt: number | null, end: string, now: number): ReactNode {
  if (tier === 'Black') return <Trans>Basic membership never expires.</Trans>
  if (endsAt === null) return null
  return endsAt < now ? <Trans>Expired on {end}</Trans> : <Trans>Valid until {end}</Trans>
}
