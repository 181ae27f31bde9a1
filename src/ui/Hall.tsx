import type { HTMLAttributes } from 'react'

interface HallProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'div' | 'footer' | 'header'
}

/**
 * The hall with its lights down: the one strong surface of a page (welcome, footer, campaign). It reaches from edge to edge of where it
 * stands; a `Band` inside keeps the page's column. Buttons, links and fields on it take its colours by themselves.
 */
export function Hall({ as: Element = 'section', ...rest }: HallProps) {
  return <Element {...rest} data-ground="hall" />
}
