import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { IconButton } from '#src/ui/IconButton.tsx'
import { MembershipCardLoader, type LazyCard } from './MembershipCardLoader.tsx'
import styles from './Header.module.css'

const loadSheet = () => import('./MenuSheet.tsx')
const MenuSheet = lazy(async () => ({ default: (await loadSheet()).MenuSheet }))

/** What covers the page: nothing, the menu, or the membership card. */
type Shown = 'page' | 'menu' | 'card'

/** The menu button of narrow screens. The menu also opens a member's card. */
export function MenuButton({ card }: { card: LazyCard }) {
  const { t } = useLingui()
  const [shown, setShown] = useState<Shown>('page')
  const close = () => setShown('page')
  const preload = () => {
    // A chunk that cannot be preloaded fails, and is handled, where it is rendered.
    void loadSheet().catch(() => undefined)
    card.preload()
  }
  return (
    <>
      <IconButton
        icon="menu"
        label={t`Menu`}
        className={styles['menu']}
        data-early="menu"
        aria-haspopup="dialog"
        aria-expanded={shown === 'menu'}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setShown('menu')}
      />
      {shown === 'menu' && (
        <Suspense>
          <MenuSheet onClose={close} onShowCard={() => setShown('card')} />
        </Suspense>
      )}
      {shown === 'card' && <MembershipCardLoader card={card} onClose={close} />}
    </>
  )
}
