import { createLink } from '@tanstack/react-router'
import type { AnchorHTMLAttributes, ReactNode, Ref } from 'react'
import styles from './ChoiceLinks.module.css'

interface AnchorProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'aria-current'> {
  /** Whether it is what the page shows. The router cannot tell: an address has more than the link's own search. */
  isChosen: boolean
  ref?: Ref<HTMLAnchorElement>
}

function Anchor({ isChosen, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} data-status={undefined} aria-current={isChosen ? 'true' : undefined}>
      {children}
    </a>
  )
}

/** One of `ChoiceLinks`. */
export const ChoiceLink = createLink(Anchor)

interface ChoiceLinksProps {
  label: string
  /** A switch fills the line; chips scroll sideways on a phone. */
  shape: 'switch' | 'chips'
  /** `ChoiceLink`s, each in a list item. */
  children: ReactNode
}

/** Links between the views of a page, of which one is shown. */
export function ChoiceLinks({ label, shape, children }: ChoiceLinksProps) {
  return (
    <nav aria-label={label}>
      <ul className={styles[shape]}>{children}</ul>
    </nav>
  )
}
