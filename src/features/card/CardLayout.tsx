import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { defaultLanguage, languageTags } from '#contract/language.ts'
import { PageHeading } from '#src/ui/layout/PageHeading.tsx'
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
        <CardArt className={styles['art']} />
        <div className={styles['head']}>
          <p className={styles['club']} lang={languageTags[defaultLanguage]}>
            Club Bravo
          </p>
          <PageHeading className={styles['title']}>
            <Trans>Membership card</Trans>
          </PageHeading>
        </div>
        {picture}
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

/** The five lines of a stave, as waves: the card's decoration. */
function CardArt({ className }: { className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 640 320" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {lines.map((opacity, index) => (
        <path
          key={opacity}
          transform={`translate(0 ${index * 22})`}
          d="M-20 190C120 90 220 260 350 190S540 90 660 150"
          opacity={opacity}
        />
      ))}
    </svg>
  )
}

const lines = [0.7, 0.55, 0.42, 0.3, 0.2]
