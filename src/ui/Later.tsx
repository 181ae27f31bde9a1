import { type ReactNode, Suspense, use } from 'react'
import { whenBelowTheFold } from './belowTheFold.ts'

/** Pending while the parts of a prerendered page that wait stay as the document has them; null when nothing waits. */
let waiting: Promise<void> | null = null

/** Lets every `Later` of the page that is about to be taken over wait for the first use. */
export function holdLaterParts(): void {
  let release: (() => void) | undefined
  waiting = new Promise((resolve) => (release = resolve))
  whenBelowTheFold(() => {
    waiting = null
    release?.()
  })
}

function Gate({ children }: { children: ReactNode }) {
  if (waiting) use(waiting)
  return children
}

/**
 * A part of a prerendered page that works as the document has it, such as plain links. The app takes it over with the first use of the
 * page, so that a slow phone is free before. Its element must stay the same whenever its parent renders: otherwise React would draw it anew.
 */
export function Later({ children }: { children: ReactNode }) {
  return (
    <Suspense>
      <Gate>{children}</Gate>
    </Suspense>
  )
}
