import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface LoadingProps {
  /** What is loading, for screen readers. */
  label: string
  className?: string | undefined
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons with an announcement for screen readers. */
export function Loading({ label, className, children }: LoadingProps) {
  return (
    <div className={className}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {children}
    </div>
  )
}
