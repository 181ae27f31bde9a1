import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { confirmEmail, newEmail } from '#contract/member/email.ts'
import { ApiCallError, type CallFailure, callFailureOf, refusedFieldsOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { clubQuery } from '#src/query/clubQuery.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { OfflineNotice } from '#src/ui/states/OfflineNotice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { FailureNotice } from '../FailureNotice.tsx'

type Stage = { kind: 'asking' | 'working' | 'changed' | 'expired' | 'taken' } | { kind: 'failed'; failure: CallFailure }

const isRefusedLink = (error: unknown) => error instanceof ApiCallError && 'token' in refusedFieldsOf(error.error)

/**
 * The page of the link that proves a new address. A button confirms it, because mail scanners open links, too. Each
 * stage is a page of its own, whose heading takes the focus.
 */
export function ConfirmEmailPage({ linkToken }: { linkToken: string | null }) {
  const { t } = useLingui()
  const lang = useLanguage()
  const client = useQueryClient()
  const [stage, setStage] = useState<Stage>({ kind: linkToken === null ? 'expired' : 'asking' })
  const wanted = useQuery({
    ...clubQuery(newEmail, { token: linkToken ?? '' }),
    enabled: linkToken !== null,
    staleTime: Infinity,
  })
  const email = wanted.data?.email

  const confirm = async () => {
    setStage({ kind: 'working' })
    const answer = await clubClient.call(confirmEmail, { token: linkToken ?? '', lang })
    if (answer.ok) {
      setStage({ kind: 'changed' })
      // The profile on this device follows, if it is this member's.
      void client.prefetchQuery({ ...memberQueries.me(), staleTime: 0 })
      return
    }
    const refused = refusedFieldsOf(answer.error)
    if ('token' in refused) setStage({ kind: 'expired' })
    else if ('email' in refused) setStage({ kind: 'taken' })
    else setStage({ kind: 'failed', failure: callFailureOf(answer.error) })
  }
  if (stage.kind === 'changed') {
    return (
      <Page
        key={stage.kind}
        title={t`Email address changed`}
        lead={<Trans>Sign in with the new address from now on. You stay signed in where you are.</Trans>}
        narrow
      >
        <ButtonRow>
          <LinkButton to="/$lang/member-detail" params={{ lang }} variant="primary">
            <Trans>My account</Trans>
          </LinkButton>
        </ButtonRow>
      </Page>
    )
  }
  const isExpired = stage.kind === 'expired' || isRefusedLink(wanted.error)
  if (isExpired || stage.kind === 'taken') {
    return (
      <Page
        key={isExpired ? 'expired' : 'taken'}
        title={isExpired ? t`This link doesn’t work` : t`Email address not changed`}
        narrow
      >
        <Notice tone="warning">
          {isExpired ? (
            <Trans>It has expired or been used. You can request a new one in your account settings.</Trans>
          ) : (
            <Trans>This email address belongs to another account. Nothing has changed.</Trans>
          )}
        </Notice>
        <ButtonRow>
          <LinkButton to="/$lang/account-settings" params={{ lang }} variant="primary">
            <Trans>Account settings</Trans>
          </LinkButton>
        </ButtonRow>
      </Page>
    )
  }
  return (
    <Page
      title={t`Confirm your new email address`}
      lead={
        email === undefined ? (
          <Trans>You’ll sign in with it, and we’ll send emails there.</Trans>
        ) : (
          <Trans>
            You’ll sign in with <strong>{email}</strong>, and we’ll send emails there.
          </Trans>
        )
      }
      narrow
    >
      <OfflineNotice />
      {stage.kind === 'failed' && <FailureNotice failure={stage.failure} />}
      <ButtonRow>
        <Button variant="primary" busy={stage.kind === 'working'} onClick={() => void confirm()}>
          <Trans>Yes, use this address</Trans>
        </Button>
        <LinkButton to="/$lang" params={{ lang }}>
          <Trans>No, change nothing</Trans>
        </LinkButton>
      </ButtonRow>
    </Page>
  )
}
