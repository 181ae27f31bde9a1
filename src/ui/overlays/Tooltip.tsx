import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import floating from './Floating.module.css'
import styles from './Tooltip.module.css'

interface TooltipProps {
  /** Additional text. Never the only place of a fact: touch and voice control cannot reach it. */
  text: ReactNode
  /** The explained element: focusable, with its own accessible name. */
  children: ReactElement
}

/** A short text beside the hovered or focused element. Escape hides it. */
export function Tooltip({ text, children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} delay={400} />
      <Base.Portal>
        <Base.Positioner className={floating['place'] ?? ''} sideOffset={8} collisionPadding={16}>
          <Base.Popup className={`${floating['sheet']} ${styles['tooltip']}`}>{text}</Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  )
}
