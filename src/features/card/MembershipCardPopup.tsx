import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { defaultLanguage } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { isMembershipInvalid, storedProfile, watchStoredSession } from '#src/session/storedSession.ts'
import { memberName, useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { imageUrl, type LocalizedImage } from '#contract/schemas/image.ts'
import { validityOf } from './validity.ts'
import styles from './MembershipCardPopup.module.css'
import { TierName } from './TierName.tsx'
import { ValidityText } from './ValidityText.tsx'
import defaultCard from './defaultCard.svg'

/** The membership card, to show at the door or in the shop. Needs no network, is bright, and keeps the screen on. */
export function MembershipCardPopup({ onClose }: { onClose: () => void }) {
  const { t } = useLingui()
  const lang = useLanguage()
  useScreenAwake()
  const { data: contents } = useQuery(contentQueries.staticContents())
  const member = useRememberedMember()
  const profile = useSyncExternalStore(watchStoredSession, storedProfile)
  const card = contents?.membership_cards.find(({ tier }) => tier === profile?.membership_tier)
  return (
    <Dialog open onClose={onClose} title={t`Membership card`}>
      {member !== null && profile !== null && (
        <div className={styles['card']}>
          <CardPicture image={card?.image ?? null} />
          <CardFacts profile={profile} name={memberName(member, lang) ?? member.email} />
        </div>
      )}
    </Dialog>
  )
}

function CardFacts({ profile, name }: { profile: MemberProfile; name: string }) {
  return (
    <div className={styles['facts']}>
      <p className={styles['name']} translate="no">
        {name}
      </p>
      {profile.member_no !== null && (
        <p>
          <span className={styles['term']}>
            <Trans>Member number</Trans>
          </span>
          <span className={styles['number']}>{profile.member_no}</span>
        </p>
      )}
      <p className={styles['tier']} data-tier={profile.membership_tier}>
        <TierName tier={profile.membership_tier} />
      </p>
      <Validity profile={profile} />
    </div>
  )
}

function Validity({ profile }: { profile: MemberProfile }) {
  const lang = useLanguage()
  const [now] = useState(() => Date.now())
  const isInvalid = useSyncExternalStore(watchStoredSession, isMembershipInvalid)
  if (isInvalid) return <ValidityText kind="invalid" end={null} />
  const validity = validityOf(profile, now, lang)
  if (validity.kind === 'unknown') return null
  return <ValidityText kind={validity.kind} end={validity.kind === 'permanent' ? null : validity.date} />
}

/**
 * A tier's card, or the bundled default if there is none or it cannot be loaded. Its text is rendered beside it.
 */
function CardPicture({ image }: { image: LocalizedImage | null }) {
  const lang = useLanguage()
  const [broken, setBroken] = useState(false)
  const own = image === null ? null : (image[lang] ?? image[defaultLanguage])
  if (own === null || broken) {
    return <img className={styles['picture']} src={defaultCard} width={1280} height={807} alt="" />
  }
  return (
    <img
      className={styles['picture']}
      src={imageUrl(own, own.widths.at(-1) ?? own.width, 'jpg')}
      srcSet={own.widths.map((width) => `${imageUrl(own, width, 'webp')} ${width}w`).join(', ')}
      sizes="min(30rem, 92vw)"
      width={own.width}
      height={own.height}
      alt=""
      onError={() => setBroken(true)}
    />
  )
}
