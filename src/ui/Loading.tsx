import type { ReactNode } from 'react'
import { VisuallyHidden } from './VisuallyHidden.tsx'

interface LoadingProps {
  /** What is awaited, in words. */
  label: string
  className?: string | undefined
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons, and the words that go with them for those who do not see them. */
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
