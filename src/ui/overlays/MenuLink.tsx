import { Menu as Base } from '@base-ui/react/menu'
import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './Menu.module.css'

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'style' | 'className' | 'id'> {
  icon?: IconName
  ref?: Ref<HTMLAnchorElement>
}

function MenuAnchor({ icon, children, ...rest }: AnchorProps) {
  return (
    <Base.LinkItem closeOnClick {...rest} className={styles['item'] ?? ''}>
      {icon !== undefined && <Icon name={icon} />}
      {children}
    </Base.LinkItem>
  )
}

/** A link in a menu, with the router's type-checked `to`, `params` and `search`. */
export const MenuLink = createLink(MenuAnchor)
