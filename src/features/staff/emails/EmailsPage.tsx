import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { type ListedMail, listMails, retryMails, sentMailDays } from '#contract/staff/mails.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Breakable } from '#src/ui/content/Breakable.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import { mailStateMessages, mailText } from '../messages.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ListTable } from '../parts/ListTable.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery, useAct } from '../staffClient.ts'
import styles from './Emails.module.css'

/** The emails that failed, or those to an address: that they were sent, never what they say. */
export function EmailsPage() {
  const { t } = useLingui()
  // In no address: it would stay in the history of a browser that others use, too.
  const [recipient, setRecipient] = useState<string | undefined>()
  const [typed, setTyped] = useState('')
  const [isWrong, setIsWrong] = useState(false)
  const query = useQuery(staffQuery(listMails, { recipient }))
  const search = () => {
    const isNone = typed.trim() === ''
    const isAddress = v.is(listMails.request.entries.recipient, typed)
    setIsWrong(!isNone && !isAddress)
    if (isNone || isAddress) setRecipient(isNone ? undefined : typed.trim().toLowerCase())
  }
  return (
    <StaffPage title={t`Emails`}>
      <form
        className={styles['search']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          search()
        }}
      >
        <TextField
          label={t`Email address`}
          hint={t`What was sent to it in the last ${sentMailDays} days. Leave it empty to see what failed.`}
          inputMode="email"
          autoComplete="off"
          value={typed}
          error={isWrong ? t`Enter an email address such as ada@example.com.` : null}
          onChange={({ target }) => {
            setTyped(target.value)
            setIsWrong(false)
          }}
        />
        <Button type="submit">
          <Trans>Search</Trans>
        </Button>
      </form>
      <Answered query={query}>
        {({ mails, hasMore }) => <Mails mails={mails} hasMore={hasMore} isSearch={recipient !== undefined} />}
      </Answered>
    </StaffPage>
  )
}

interface MailsProps {
  mails: readonly ListedMail[]
  hasMore: boolean
  isSearch: boolean
}

function Mails({ mails, hasMore, isSearch }: MailsProps) {
  const { t, i18n } = useLingui()
  const act = useAct(retryMails)
  const retry = (id: string | null) =>
    act.mutate(
      { id },
      {
        onSuccess: ({ count }) =>
          count > 0
            ? showToast({ title: t`Emails on their way: ${count}`, tone: 'success' })
            : showToast({ title: t`Nothing was sent again: it’s no longer here`, tone: 'danger' }),
      },
    )
  if (mails.length === 0)
    return (
      <Empty>
        {isSearch ? <Trans>No email went to this address lately.</Trans> : <Trans>No email has failed.</Trans>}
      </Empty>
    )
  const failed = mails.filter(({ state }) => state === 'failed').length
  return (
    <div className={styles['mails']}>
      {!isSearch && (
        <Button busy={act.isPending} onClick={() => retry(null)}>
          {hasMore ? (
            <Trans>Send all of them again</Trans>
          ) : (
            <Plural value={failed} one="Send # email again" other="Send # emails again" />
          )}
        </Button>
      )}
      <ActFailure error={act.error} />
      <ListTable
        file="emails"
        label={t`Emails`}
        rows={mails}
        keyOf={({ key }) => key}
        columns={[
          { head: t`When`, isWhole: true, renderCell: ({ at }) => <When at={at} /> },
          { head: t`Email`, isName: true, renderCell: ({ mail }) => mailText(mail, i18n) },
          { head: t`To`, renderCell: ({ recipient }) => <Breakable text={recipient} /> },
          { head: t`State`, renderCell: ({ state }) => i18n._(mailStateMessages[state]) },
          { head: t`Error`, renderCell: ({ failure }) => failure ?? '–' },
          { head: t`Attempts`, isNumber: true, renderCell: ({ attempts }) => attempts },
          {
            head: t`Send again`,
            isControl: true,
            renderCell: ({ state, key }) =>
              state === 'failed' && (
                <Button variant="quiet" onClick={() => retry(key.slice('mail '.length))}>
                  <Trans>Send again</Trans>
                </Button>
              ),
          },
        ]}
      />
    </div>
  )
}
