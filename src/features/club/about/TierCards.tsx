import type { StaticContents } from '#contract/content.ts'
import type { Tier } from '#contract/member/member.ts'
import { Picture } from '#src/ui/pictures/Picture.tsx'
import { TierBadge } from '#src/ui/content/TierBadge.tsx'
import styles from './TierCards.module.css'

/** The tiers that members can have, lowest first. Diamond exists only in the profile's enumeration. */
const order: readonly Tier[] = ['Black', 'Red', 'Gold']

/** The membership cards of the tiers, side by side. */
export function TierCards({ cards }: { cards: StaticContents['membership_cards'] }) {
  const shown = order.flatMap((tier) => cards.find((card) => card.tier === tier) ?? [])
  return (
    <ul className={styles['cards']}>
      {shown.map(({ tier, image }) => (
        <li key={tier} className={styles['card']}>
          <Picture image={image} alt="" sizes="(width < 64rem) 33vw, 17rem" className={styles['picture']} />
          <TierBadge tier={tier} />
        </li>
      ))}
    </ul>
  )
}
