import { useEffect, useState } from 'react'
import { optionalPart } from '../layout/lazyPart.tsx'
import { subscribeToasts, hasPendingToasts } from './toasts.ts'

const ToastRegion = optionalPart(async () => (await import('./ToastRegion.tsx')).ToastRegion)

/** Renders the messages of `showToast`. Used once in the app; the toast region is loaded with the first message. */
export function Toasts() {
  const [needed, setNeeded] = useState(hasPendingToasts)
  useEffect(() => subscribeToasts(() => setNeeded(true)), [])
  return needed && <ToastRegion />
}
