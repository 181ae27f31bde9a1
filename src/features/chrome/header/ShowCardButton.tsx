import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import { type LazyCard, MembershipCardLoader } from './MembershipCardLoader.tsx'

/** The header's item of narrow screens that opens a member's card. */
export function ShowCardButton({ card }: { card: LazyCard }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <IconButton
        icon={<ChromeIcon name="card" />}
        label={t`Show my card`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={card.preload}
        onFocus={card.preload}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && <MembershipCardLoader card={card} onClose={() => setIsOpen(false)} />}
    </>
  )
}
