import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Deadline, readDeadline } from '#src/features/ticket/deadline.ts'
import { SignInDeadline } from '#src/features/ticket/SignInDeadline.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import type { DatedScan } from '#src/outbox/entry.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { contentQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Scans that members have left on this device: it says by when to sign in, but not whose they are. */
export function LeftScansNotice({ scans, isBesideSignIn }: { scans: readonly DatedScan[]; isBesideSignIn: boolean }) {
  const lang = useLanguage()
  const { data: contents, isPending } = useQuery(contentQueries.staticContents())
  const [read, setRead] = useState<{ deadline: Deadline | null } | null>(null)
  useEffect(() => {
    if (isPending) return undefined
    let left = false
    const readNow = async () => {
      const deadline = await readDeadline(scans, contents, clubNow())
      if (!left) setRead({ deadline })
    }
    void readNow()
    return () => {
      left = true
    }
  }, [scans, contents, isPending])
  // Nothing moves once it is shown.
  if (read === null) return null
  const count = scans.length
  return (
    <Notice
      tone="info"
      title={<Plural value={count} one="# scan is waiting on this device" other="# scans are waiting on this device" />}
    >
      <p>
        <Trans>To get the points, sign in with the account you scanned with.</Trans>
      </p>
      <SignInDeadline deadline={read.deadline} />
      {!isBesideSignIn && (
        <LinkButton to="/login" state={{ returnTo: `/${lang}/my-scans` }}>
          <Trans>Sign in</Trans>
        </LinkButton>
      )}
    </Notice>
  )
}
