import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonSize, type ButtonVariant } from './Button.tsx'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant
  size?: ButtonSize
  ref?: Ref<HTMLAnchorElement>
}

function ButtonAnchor({ variant = 'secondary', size = 'normal', className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(variant, className, size)}>
      {children}
    </a>
  )
}

/** A link that looks like a button, with the router's type-checked `to`, `params` and `search`. */
export const LinkButton = createLink(ButtonAnchor)
