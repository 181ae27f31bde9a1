import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
import { CardArt, CardClub } from './CardArt.tsx'
import styles from './MembershipCardPage.module.css'

interface CardLayoutProps {
  /** A tier, whose colour the card has. */
  tier: string
  name: ReactNode
  /** The picture of the member's own card, if any. */
  picture: ReactNode
  tierName: ReactNode
  validity: ReactNode
  /** The member number with its codes, on white. */
  number: ReactNode
  /** When the server last confirmed the card. */
  confirmed: ReactNode
}

/** The card: its face in the tier's colour, and the codes. */
export function CardLayout({ tier, name, picture, tierName, validity, number, confirmed }: CardLayoutProps) {
  return (
    <div className={styles['card']} data-tier={tier}>
      <div className={styles['face']}>
        {picture}
        <CardArt />
        <div className={styles['head']}>
          <CardClub />
          <PageHeading className={styles['title']}>
            <Trans>Membership card</Trans>
          </PageHeading>
        </div>
        <p className={styles['name']} translate="no">
          {name}
        </p>
        <p className={styles['tier']}>{tierName}</p>
        {validity}
      </div>
      <div className={styles['panel']}>
        {number}
        <p className={styles['confirmed']}>
          <Trans>Last confirmed {confirmed}</Trans>
        </p>
      </div>
    </div>
  )
}
