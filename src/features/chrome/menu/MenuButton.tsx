import { useLingui } from '@lingui/react/macro'
import { lazy, Suspense, useState } from 'react'
import { ChromeIcon } from '#src/ui/content/ChromeIcon.tsx'
import { IconButton } from '#src/ui/actions/IconButton.tsx'
import type { LazyCard } from '../header/MembershipCardLoader.tsx'
import styles from '../header/Header.module.css'

const loadOverlay = () => import('./MenuOverlay.tsx')
const MenuOverlay = lazy(async () => ({ default: (await loadOverlay()).MenuOverlay }))

/** The menu button of narrow screens. The menu also opens a member's card. */
export function MenuButton({ card }: { card: LazyCard }) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const preload = () => {
    // A chunk that cannot be preloaded fails, and is handled, where it is rendered.
    void loadOverlay().catch(() => undefined)
    card.preload()
  }
  return (
    <>
      <IconButton
        icon={<ChromeIcon name="menu" />}
        label={t`Menu`}
        className={styles['menu']}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <MenuOverlay card={card} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
