import { Menu as Base } from '@base-ui/react/menu'
import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './Menu.module.css'

interface MenuItemProps {
  icon?: IconName
  disabled?: boolean
  onSelect: () => void
  children: ReactNode
}

/** An action in a menu. */
export function MenuItem({ icon, disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Base.Item className={styles['item'] ?? ''} disabled={disabled} onClick={onSelect}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Base.Item>
  )
}
