import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { MembershipCardLoader, type LazyCard } from './MembershipCardLoader.tsx'
import { MenuSheet } from './MenuSheet.tsx'
import styles from './Header.module.css'

/** What covers the page: nothing, the menu, or the membership card. */
type Shown = 'page' | 'menu' | 'card'

/** The menu button of narrow screens. The menu also opens a member's card. */
export function MenuButton({ card }: { card: LazyCard }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('page')
  const close = () => setShown('page')
  return (
    <>
      <IconButton
        icon="menu"
        label={t`Menu`}
        className={styles['menu']}
        data-early="menu"
        aria-haspopup="dialog"
        aria-expanded={shown === 'menu'}
        onPointerEnter={card.preload}
        onFocus={card.preload}
        onClick={() => setShown('menu')}
      />
      {shown === 'menu' && <MenuSheet onClose={close} onShowCard={() => setShown('card')} />}
      {shown === 'card' && <MembershipCardLoader card={card} onClose={close} />}
    </>
  )
}
