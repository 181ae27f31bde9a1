import { Plural, Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { useLanguage } from '#src/i18n/activate.ts'
import { scanOutbox, watchScans } from '#src/outbox/page/scanOutbox.ts'
import { KeptTickets } from '#src/features/scan/visitor/KeptTickets.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/**
 * For visitors: tickets that they have scanned themselves, and scans that somebody has left on this device when signing
 * out, which wait until that member signs in again.
 *
 * @param isBesideSignIn whether the page has a button of its own to sign in
 */
export function WaitingScansNotice({ isBesideSignIn = false }: { isBesideSignIn?: boolean }) {
  const count = useUnsentOfAll()
  return (
    <>
      <KeptTickets memberId={null} />
      {count > 0 && <LeftScansNotice count={count} isBesideSignIn={isBesideSignIn} />}
    </>
  )
}

function LeftScansNotice({ count, isBesideSignIn }: { count: number; isBesideSignIn: boolean }) {
  const lang = useLanguage()
  return (
    <Notice
      tone="info"
      title={<Plural value={count} one="# scan is waiting on this device" other="# scans are waiting on this device" />}
    >
      <p>
        <Trans>To get the points, sign in with the account you scanned with.</Trans>
      </p>
      {!isBesideSignIn && (
        <LinkButton to="/login" state={{ returnTo: `/${lang}/my-scans` }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}

/**
 * How many scans of any member are on this device without a final answer: for a page that belongs to nobody, which may
 * say that there are some, but not whose. 0 while that is not known, and where storage does not answer. Follows changes
 * made in any tab and in the worker.
 */
function useUnsentOfAll(): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    const read = async () => {
      const found = await scanOutbox.unsentOfAll().catch(() => 0)
      setCount(found)
    }
    void read()
    return watchScans(() => void read())
  }, [])
  return count
}
