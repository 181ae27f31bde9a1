import { useLingui } from '@lingui/react'
import { useRouterState } from '@tanstack/react-router'
import { Icon } from '#src/ui/content/Icon.tsx'
import styles from './MenuSheet.module.css'
import { isInGroup, type NavigationGroup } from './navigation.ts'
import { NavigationAnchor } from './NavigationAnchor.tsx'

/** A collapsible group of pages in the menu, open if it holds the current page. */
export function MenuGroup({ group }: { group: NavigationGroup }) {
  const { i18n } = useLingui()
  const isCurrent = useRouterState({ select: ({ location }) => isInGroup(group, location.pathname) })
  return (
    <details className={styles['group']} open={isCurrent}>
      <summary className={styles['page']}>
        <Icon name={group.icon} />
        {i18n._(group.label)}
        <Icon name="chevronDown" className={styles['mark']} />
      </summary>
      <ul className={styles['links']}>
        {[...group.links, ...group.parts.links].map((link, index) => (
          <li key={link.to + (link.hash ?? '')}>
            <NavigationAnchor link={link} className={index < group.links.length ? styles['link'] : styles['part']} />
          </li>
        ))}
      </ul>
    </details>
  )
}
