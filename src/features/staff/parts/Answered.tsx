import { Trans, useLingui } from '@lingui/react/macro'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiCallError } from '#src/api/callFailure.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { failureOf } from '../staffAnswers.ts'
import { When } from './When.tsx'

interface AnsweredProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching'> & { refetch: () => Promise<unknown> }
  children: (data: Data) => ReactNode
}

/** What an answer shows: while it's on its way, where it doesn't come, and what it says. */
export function Answered<Data>({ query, children }: AnsweredProps<Data>) {
  const { t } = useLingui()
  const { data, error, isFetching, refetch } = query
  const retry = () => void refetch()
  if (data === undefined && error === null)
    return (
      <Loading label={t`Loading…`}>
        <Skeleton shape="text" lines={6} />
      </Loading>
    )
  return (
    <>
      {error !== null && !isFetching && <FailureNotice error={error} onRetry={retry} />}
      {data !== undefined && children(data)}
    </>
  )
}

/** Why a call had no effect, and what to do. */
export function FailureNotice({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
  const online = useOnline()
  const failure = failureOf(error)
  if (failure === 'signed_out' || failure === 'step_up')
    return (
      <Notice tone="warning">
        <Trans>Confirm with your passkey, then try again. Nothing was changed.</Trans>
      </Notice>
    )
  if (failure === 'no_permission') return <NoRightNotice />
  if (failure === 'own_member')
    return (
      <Notice tone="warning">
        <Trans>This is your own membership, so someone else has to do it. Nothing was changed.</Trans>
      </Notice>
    )
  if (failure === 'too_many') return <TooManyNotice error={error} />
  if (failure === 'refused' || failure === 'other_site')
    return (
      <Notice tone="danger">
        <Trans>This wasn’t accepted. Check what you entered. Nothing was changed.</Trans>
      </Notice>
    )
  return (
    <Notice tone="warning">
      <p>
        {online ? (
          <Trans>Club Bravo couldn’t be reached. What’s shown here may be out of date.</Trans>
        ) : (
          <Trans>You’re offline. What’s shown here may be out of date.</Trans>
        )}
      </p>
      {onRetry && (
        <Button onClick={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      )}
    </Notice>
  )
}

const minuteMs = 60_000

/** Says from which minute on the same may be asked again, by the time at which it was refused. */
function TooManyNotice({ error }: { error: unknown }) {
  const [at] = useState(() => {
    const waitMs = error instanceof ApiCallError && error.error.kind === 'http' ? error.error.retryAfterMs : null
    return waitMs === null ? null : new Date(Math.ceil((Date.now() + waitMs) / minuteMs) * minuteMs).toISOString()
  })
  return (
    <Notice tone="warning">
      <p>
        <Trans>
          Too many attempts. Try again after <When at={at} />.
        </Trans>
      </p>
    </Notice>
  )
}

/** None of somebody's roles allows a page. */
export function NoRightNotice() {
  return (
    <Notice tone="warning">
      <Trans>Your roles don’t allow this. An owner can change them.</Trans>
    </Notice>
  )
}

/** What became of an act that has failed. */
export function ActFailure({ error }: { error: unknown }) {
  if (error === null || error === undefined) return null
  if (failureOf(error) !== 'unreachable') return <FailureNotice error={error} />
  return (
    <Notice tone="warning">
      <Trans>No answer arrived, so we don’t know if this was done. Look at the page before you try again.</Trans>
    </Notice>
  )
}
