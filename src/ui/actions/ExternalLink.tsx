import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { buttonClass, type ButtonVariant } from './Button.tsx'
import styles from './ExternalLink.module.css'
import { Icon } from '#src/ui/content/Icon.tsx'

interface ExternalLinkProps {
  href: string
  /** Looks like a button. */
  variant?: ButtonVariant
  className?: string | undefined
  children: ReactNode
}

/** A link to another website: opens a new tab, and says so by an icon and hidden text. */
export function ExternalLink({ href, variant, className, children }: ExternalLinkProps) {
  const { t } = useLingui()
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={
        variant === undefined ? [styles['link'], className].filter(Boolean).join(' ') : buttonClass(variant, className)
      }
    >
      {children}
      <span className={styles['joined']}>
        <Icon name="external" label={t`(opens in a new tab)`} className={styles['mark']} />
      </span>
    </a>
  )
}
