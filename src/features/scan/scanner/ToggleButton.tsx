import type { ReactNode } from 'react'
import { Icon, type IconName } from '#src/ui/Icon.tsx'
import styles from './ToggleButton.module.css'

interface ToggleButtonProps {
  icon: IconName
  pressed: boolean
  disabled?: boolean
  onToggle: (pressed: boolean) => void
  /** The name of what is on or off; it does not change with the state. */
  children: ReactNode
}

/** A button that stays down: pressed is on. Told by its ground and a tick, and to readers by `aria-pressed`. */
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
