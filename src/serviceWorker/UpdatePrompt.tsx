import { useRouterState } from '@tanstack/react-router'
import { useEffect } from 'react'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'
import { holdScanLock } from './scanInProgress.ts'
import { useUpdate } from './registration.ts'

const UpdateOffer = optionalPart(async () => (await import('./UpdateOffer.tsx')).UpdateOffer)

/**
 * Offers a new version of the app. Stays hidden while the member is scanning, and keeps other tabs from updating during
 * that scan.
 */
export function UpdatePrompt() {
  const scanning = useRouterState({
    select: ({ matches }) => matches.some(({ staticData }) => staticData.isScanInProgress),
  })
  const { available, apply } = useUpdate()
  useEffect(() => (scanning ? holdScanLock() : undefined), [scanning])
  return available && !scanning && <UpdateOffer apply={apply} />
}
