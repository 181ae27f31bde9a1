import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './Breadcrumb.module.css'

interface BreadcrumbProps {
  /** From the outermost on: router links. */
  links: readonly { key: string; link: ReactNode }[]
  /** This page. */
  current: ReactNode
}

/** Where a page lies, with the ways back. */
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
