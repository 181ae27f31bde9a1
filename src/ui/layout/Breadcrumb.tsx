import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './Breadcrumb.module.css'

interface BreadcrumbProps {
  /** Router links, outermost first. */
  links: readonly { key: string; link: ReactNode }[]
  /** This page. */
  current: ReactNode
}

/** A page's place in the hierarchy, with links back. */
export function Breadcrumb({ links, current }: BreadcrumbProps) {
  const { t } = useLingui()
  return (
    <nav aria-label={t`You are here`}>
      <ol className={styles['trail']}>
        {links.map(({ key, link }) => (
          <li key={key} className={styles['step']}>
            {link}
          </li>
        ))}
        <li aria-current="page" className={styles['step']}>
          {current}
        </li>
      </ol>
    </nav>
  )
}
