import type { ButtonHTMLAttributes, Ref } from 'react'
import { Icon, type IconName } from './Icon.tsx'
import styles from './IconButton.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName
  /** What it does, for those who do not see the icon. */
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** A round button that shows only an icon, as large as a finger needs. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles['button'], className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}
