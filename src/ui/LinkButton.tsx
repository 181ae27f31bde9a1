import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'
import { buttonClass, type ButtonVariant } from './Button.tsx'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  variant?: ButtonVariant
  ref?: Ref<HTMLAnchorElement>
}

function ButtonAnchor({ variant = 'secondary', className, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(variant, className)}>
      {children}
    </a>
  )
}

/** A link that looks like a button, with the router's checked `to`, `params` and `search`. */
export const LinkButton = createLink(ButtonAnchor)
