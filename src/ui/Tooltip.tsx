import { Tooltip as Base } from '@base-ui/react/tooltip'
import type { ReactElement, ReactNode } from 'react'
import floating from './Floating.module.css'
import styles from './Tooltip.module.css'

interface TooltipProps {
  /** A few words more. Never the only place of a fact: fingers and voices do not find it. */
  text: ReactNode
  /** What it explains: something that takes the focus and has a name of its own. */
  children: ReactElement
}

/** A few words beside what the pointer rests on or the focus is on. Escape hides it. */
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
