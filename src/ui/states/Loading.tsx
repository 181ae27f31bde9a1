import type { ReactNode, Ref } from 'react'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'

interface LoadingProps {
  /** What is loading, for screen readers. */
  label: string
  className?: string | undefined
  ref?: Ref<HTMLDivElement>
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons with an announcement for screen readers. */
export function Loading({ label, className, ref, children }: LoadingProps) {
  return (
    <div ref={ref} className={className}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {children}
    </div>
  )
}
