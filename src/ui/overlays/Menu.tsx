import { Menu as Base } from '@base-ui/react/menu'
import type { ReactElement, ReactNode } from 'react'
import floating from './Floating.module.css'
import styles from './Menu.module.css'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  /** MenuItems and MenuLinks. */
  children: ReactNode
}

/** A menu of actions and links, below its button. Arrow keys and first letters move through it, Escape closes it. */
export function Menu({ trigger, children }: MenuProps) {
  return (
    <Base.Root modal={false}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className={floating['place'] ?? ''} sideOffset={8} collisionPadding={16} align="start">
          <Base.Popup className={`${floating['sheet']} ${styles['menu']}`}>{children}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
