import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface WaitingProps {
  /** What is awaited, in words. */
  label: string
  className?: string | undefined
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons, and the words that go with them for those who do not see them. */
export function Waiting({ label, className, children }: WaitingProps) {
  return (
    <div className={className}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {children}
    </div>
  )
}
