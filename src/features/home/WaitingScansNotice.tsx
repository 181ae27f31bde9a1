import { useEffect, useState } from 'react'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import type { DatedScan } from '#src/outbox/entry.ts'
import { scanOutbox, watchScans } from '#src/outbox/page/scanOutbox.ts'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'

/** With the reader of tickets and the texts of scanning, which few need. */
const LeftScansNotice = optionalPart(async () => {
  const [{ LeftScansNotice: component }] = await Promise.all([
    import('#src/features/scan/visitor/LeftScansNotice.tsx'),
    loadMemberCatalog(),
  ])
  return component
})

/**
 * For visitors: tickets that they have scanned themselves, and scans that somebody has left on this device when signing
 * out, which wait until that member signs in again.
 *
 * @param isBesideSignIn whether the page has a button of its own to sign in
 */
export function WaitingScansNotice({ isBesideSignIn = false }: { isBesideSignIn?: boolean }) {
  const left = useUnsentOfAll()
  return (
    <>
      <KeptTickets memberId={null} />
      {left.length > 0 && <LeftScansNotice scans={left} isBesideSignIn={isBesideSignIn} />}
    </>
  )
}

const noScans: readonly DatedScan[] = []

/**
 * The scans of any member on this device without a final answer: for a page that belongs to nobody, which may say that
 * there are some, but not whose. None while that is not known, and where storage does not answer. Follows changes made
 * in any tab and in the worker.
 */
function useUnsentOfAll(): readonly DatedScan[] {
  const [scans, setScans] = useState(noScans)
  useEffect(() => {
    const read = async () => {
      const found = await scanOutbox.unsentOfAll().catch(() => noScans)
      setScans(found)
    }
    void read()
    return watchScans(() => void read())
  }, [])
  return scans
}
