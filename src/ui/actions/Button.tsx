import type { ButtonHTMLAttributes, Ref } from 'react'
import styles from './Button.module.css'
import { Spinner } from '#src/ui/states/Spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'normal' | 'large'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** At most one primary button per screen; danger for actions that cannot be undone. */
  variant?: ButtonVariant
  /** Large for the main action of a page. */
  size?: ButtonSize
  /** In progress: keeps its label and focus, shows a spinner, and ignores presses. */
  busy?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** The class names that make a button, or a link that looks like one. */
export function buttonClass(variant: ButtonVariant, extra?: string, size: ButtonSize = 'normal'): string {
  return [styles['button'], styles[variant], size === 'large' && styles['large'], extra].filter(Boolean).join(' ')
}

/** A button. While `busy` or aria-disabled it ignores presses, but stays focusable, so that focus is not lost. */
export function Button(props: ButtonProps) {
  const { variant = 'secondary', size = 'normal', busy = false, className, onClick, children, ...rest } = props
  const isInert = busy || rest['aria-disabled'] === true
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass(variant, className, size)}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (isInert) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner />}
      {children}
    </button>
  )
}
