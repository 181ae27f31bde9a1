import type { HTMLAttributes } from 'react'

interface HallProps extends HTMLAttributes<HTMLElement> {
  as?: 'section' | 'div' | 'footer' | 'header'
}

/**
 * The dark red surface of the design, named after a dimmed concert hall (welcome, footer, campaign). It fills its
 * container; a `Band` inside keeps the page's column. Buttons, links and fields on it inherit its colours.
 */
export function Hall({ as: Element = 'section', ...rest }: HallProps) {
  return <Element {...rest} data-ground="hall" />
}
