import type { ReactNode, Ref } from 'react'
import { VisuallyHidden } from '#src/ui/layout/VisuallyHidden.tsx'
import styles from './Loading.module.css'

interface LoadingProps {
  /** What is loading, for screen readers. */
  label: string
  className?: string | undefined
  ref?: Ref<HTMLDivElement> | undefined
  /** Skeletons. */
  children: ReactNode
}

/** Skeletons with an announcement for screen readers. */
export function Loading({ label, className, ref, children }: LoadingProps) {
  return (
    <div ref={ref} className={className === undefined ? styles['loading'] : `${styles['loading']} ${className}`}>
      <VisuallyHidden>
        <output>{label}</output>
      </VisuallyHidden>
      {children}
    </div>
  )
}
