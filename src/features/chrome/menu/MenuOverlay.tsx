import { useState } from 'react'
import { type LazyCard, MembershipCardLoader } from '../header/MembershipCardLoader.tsx'
import { MenuSheet } from './MenuSheet.tsx'

interface MenuOverlayProps {
  card: LazyCard
  onClose: () => void
}

/** What the menu button covers the page with: the menu, then perhaps the membership card. */
export function MenuOverlay({ card, onClose }: MenuOverlayProps) {
  const [showsCard, setShowsCard] = useState(false)
  if (showsCard) return <MembershipCardLoader card={card} onClose={onClose} />
  return <MenuSheet onClose={onClose} onShowCard={() => setShowsCard(true)} />
}
