import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, Ref } from 'react'

interface AnchorProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  ref?: Ref<HTMLAnchorElement>
}

function Anchor({ children, ...rest }: AnchorProps) {
  return <a {...rest}>{children}</a>
}

/** A link in running text, with the router's type-checked `to`, `params` and `search`. */
export const TextLink = createLink(Anchor)
