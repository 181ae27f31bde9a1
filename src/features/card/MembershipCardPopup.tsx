import { Trans, useLingui } from '@lingui/react/macro'
import { useState, useSyncExternalStore } from 'react'
import type { MemberProfile } from '#contract/member/member.ts'
import { useNow } from '#src/platform/now.ts'
import { isMembershipInvalid, storedProfile, watchStoredSession } from '#src/session/storedSession.ts'
import { memberName, useRememberedMember } from '#src/session/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useScreenAwake } from '#src/platform/screenAwake.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { storedCard } from './storedCard.ts'
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
  const member = useRememberedMember()
  const profile = useSyncExternalStore(watchStoredSession, storedProfile)
  return (
    <Dialog open onClose={onClose} title={t`Membership card`}>
      {member !== null && profile !== null && (
        <div className={styles['card']}>
          <CardPicture path={profile.membership_card?.path ?? null} />
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
  const now = useNow()
  const isInvalid = useSyncExternalStore(watchStoredSession, isMembershipInvalid)
  if (isInvalid) return <ValidityText kind="invalid" end={null} />
  const validity = validityOf(profile, now, lang)
  if (validity.kind === 'unknown') return null
  return <ValidityText kind={validity.kind} end={validity.kind === 'permanent' ? null : validity.date} />
}

/**
 * The picture of the member's own card, as on the card page: what is kept on this device, else by its path; the bundled
 * default if there is none or it cannot be loaded. Its text is rendered beside it.
 */
function CardPicture({ path }: { path: string | null }) {
  const kept = useSyncExternalStore(watchStoredSession, storedCard)?.picture
  const [broken, setBroken] = useState(false)
  const source = kept?.data ?? path
  if (source === null || broken) {
    return <img className={styles['picture']} src={defaultCard} width={1280} height={807} alt="" />
  }
  return <img className={styles['picture']} src={source} alt="" onError={() => setBroken(true)} />
}
