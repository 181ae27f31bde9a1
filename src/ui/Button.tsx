import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './Button.module.css'
import { Spinner } from './Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'large'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** One primary button a screen; danger for what cannot be undone. */
  variant?: ButtonVariant
  /** Large for the one thing that a page is about. */
  size?: ButtonSize
  /** At work: keeps its label and focus, shows a spinner, and takes no further press. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The class names that make a button, or a link that looks like one. */
export function buttonClass(variant: ButtonVariant, extra?: string, size: ButtonSize = 'normal'): string {
  return [styles['button'], styles[variant], size === 'large' && styles['large'], extra].filter(Boolean).join(' ')
}

/** A button. While `busy` it stays focusable (aria-disabled rather than disabled), so that focus is not lost. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'normal', busy = false, className, onClick, children, ...rest } = props
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className, size)}
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
