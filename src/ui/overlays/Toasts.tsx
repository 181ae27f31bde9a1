import { lazy, Suspense, useEffect, useState } from 'react'
import { subscribeToasts, hasPendingToasts } from './toasts.ts'

const ToastRegion = lazy(async () => ({ default: (await import('./ToastRegion.tsx')).ToastRegion }))

/** Renders the messages of `showToast`. Used once in the app; the toast region is loaded with the first message. */
export function Toasts() {
  const [needed, setNeeded] = useState(hasPendingToasts)
  useEffect(() => subscribeToasts(() => setNeeded(true)), [])
  if (!needed) return null
  return (
    <Suspense fallback={null}>
      <ToastRegion />
    </Suspense>
  )
}
