import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './IconButton.module.css'

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: ReactNode
  /** Its accessible name. */
  label: string
  ref?: Ref<HTMLButtonElement>
}

/** A round button that shows only an icon, with a full touch target. */
export function IconButton({ icon, label, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={[styles['button'], className].filter(Boolean).join(' ')}
      aria-label={label}
    >
      {icon}
    </button>
  )
}
