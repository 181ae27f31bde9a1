import type { ButtonHTMLAttributes } from 'react'
import styles from './Button.module.css'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button a screen; danger for what cannot be undone. */
  variant?: ButtonVariant
  /** At work: keeps its label and focus, shows a spinner, and takes no further press. */
  busy?: boolean
}

/** The class names that make a button, or a link that looks like one. */
export function buttonClass(variant: ButtonVariant, extra?: string): string {
  return [styles['button'], styles[variant], extra].filter(Boolean).join(' ')
}

/** A button. While `busy` it stays focusable (aria-disabled rather than disabled), so that focus is not lost. */
export function Button({ variant = 'secondary', busy = false, className, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className)}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
