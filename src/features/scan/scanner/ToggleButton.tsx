import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './ToggleButton.module.css'

interface ToggleButtonProps {
  icon: IconName
  pressed: boolean
  disabled?: boolean
  onToggle: (pressed: boolean) => void
  /** The name of the option; it does not change with the state. */
  children: ReactNode
}

/** A toggle button. Background, tick and `aria-pressed` convey its state. */
export function ToggleButton({ icon, pressed, disabled = false, onToggle, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => onToggle(!pressed)}
    >
      <Icon name={pressed ? 'check' : icon} />
      <span>{children}</span>
    </button>
  )
}
