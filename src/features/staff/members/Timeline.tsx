import type { I18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { RequestOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { isRepeatable } from '#contract/staff/mails.ts'
import {
  memberTimeline,
  resendMail,
  type TimelineItem,
  type TimelineKind,
  timelineKinds,
} from '#contract/staff/members.ts'
import { isRole } from '#contract/staff/roles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Breakable } from '#src/ui/content/Breakable.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { actionText, actorText, changesOf } from '../acts.ts'
import { mailStateMessages, mailText, roleMessages, sourceMessages, timelineMessages } from '../messages.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Table } from '#src/ui/layout/Table.tsx'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { callStaff, useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Place = NonNullable<RequestOf<typeof memberTimeline>['before']>

/** What has happened to a member, newest first, by kind if that is chosen. */
export function Timeline({ memberId }: { memberId: string }) {
  const { t, i18n } = useLingui()
  const [kind, setKind] = useState<TimelineKind | undefined>()
  const query = useInfiniteQuery({
    queryKey: [memberTimeline.path, memberId, kind],
    queryFn: ({ pageParam }) => callStaff(memberTimeline, { memberId, kind, before: pageParam }),
    initialPageParam: undefined as Place | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const { isFetchingNextPage, hasNextPage, fetchNextPage } = query
  const list = useRef<HTMLDivElement>(null)
  const isExtended = useRef(false)
  const count = query.data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  const shown = useRef(count)
  useEffect(() => {
    const row = list.current?.querySelectorAll<HTMLElement>('tbody tr')[shown.current]
    shown.current = count
    const wasExtended = isExtended.current
    isExtended.current = false
    // The button may have gone, and the focus with it.
    if (!wasExtended || !row || document.activeElement !== document.body) return
    row.tabIndex = -1
    row.focus()
  }, [count])
  const earlier = () => {
    isExtended.current = true
    void fetchNextPage()
  }
  return (
    <section className={styles['timeline']} aria-labelledby="timeline">
      <div className={styles['timelineHead']}>
        <h3 id="timeline">
          <Trans>Timeline</Trans>
        </h3>
        <SelectField
          label={t`Show`}
          placeholder={t`Everything`}
          value={kind ?? ''}
          options={timelineKinds.map((value) => ({ value, label: i18n._(timelineMessages[value]) }))}
          onChange={({ target }) => setKind(timelineKinds.find((one) => one === target.value))}
        />
      </div>
      <div ref={list}>
        <Answered query={query}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            return items.length === 0 ? (
              <Empty>
                <Trans>Nothing of this kind has happened.</Trans>
              </Empty>
            ) : (
              <Items items={items} memberId={memberId} />
            )
          }}
        </Answered>
      </div>
      {hasNextPage && (
        <Button busy={isFetchingNextPage} onClick={earlier}>
          <Trans>Earlier</Trans>
        </Button>
      )}
    </section>
  )
}

function Items({ items, memberId }: { items: readonly TimelineItem[]; memberId: string }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const may = useMay()
  const [asked, setAsked] = useState<MailItem | null>(null)
  const canSend = (item: TimelineItem): item is MailItem =>
    may('mail_resend') && item.kind === 'mail' && (item.state === 'failed' || isRepeatable(item.mail))
  return (
    <>
      <Table
        label={t`Timeline`}
        rows={items}
        keyOf={({ key }) => key}
        columns={[
          { head: t`When`, isWhole: true, renderCell: ({ at }) => <When at={at} /> },
          { head: t`What`, isName: true, renderCell: (item) => headOf(item, { i18n, lang }) },
          {
            head: t`Details`,
            renderCell: (item) => {
              const lines = linesOf(item, { i18n, lang }).filter((line) => line !== null)
              return lines.length === 0
                ? '–'
                : lines.map((line) => (
                    <span key={typeof line === 'string' ? line : 'when'} className={styles['line']}>
                      {typeof line === 'string' ? <Breakable text={line} /> : line}
                    </span>
                  ))
            },
          },
          {
            head: t`Points`,
            isNumber: true,
            renderCell: (item) => ('points' in item && item.points !== null ? signed(item.points) : '–'),
          },
          ...(items.some(canSend)
            ? [
                {
                  head: t`Send again`,
                  isControl: true,
                  renderCell: (item: TimelineItem) =>
                    canSend(item) && (
                      <Button variant="quiet" onClick={() => setAsked(item)}>
                        <Trans>Send again…</Trans>
                      </Button>
                    ),
                },
              ]
            : []),
        ]}
      />
      {asked !== null && <SendAgain mail={asked} memberId={memberId} onClose={() => setAsked(null)} />}
    </>
  )
}

type MailItem = Extract<TimelineItem, { kind: 'mail' }>

/** Asks for the reason why a mail is sent again. */
function SendAgain({ mail, memberId, onClose }: { mail: MailItem; memberId: string; onClose: () => void }) {
  const { t, i18n } = useLingui()
  const act = useAct(resendMail)
  const reason = useReason(act.reset)
  const about = mailText(mail.mail, i18n)
  const send = () => {
    const words = reason.read()
    if (words === null) return
    act.mutate(
      { memberId, mail: mail.key, reason: words },
      {
        onSuccess: ({ kind }) => {
          onClose()
          if (kind === 'queued') showToast({ title: t`Email on its way`, tone: 'success' })
          else showToast({ title: t`This email can’t be sent again`, tone: 'danger' })
        },
      },
    )
  }
  return (
    <ConfirmDialog
      title={<Trans>Send “{about}” again?</Trans>}
      confirm={<Trans>Send it again</Trans>}
      tone="primary"
      act={act}
      onConfirm={send}
      onClose={onClose}
    >
      <ReasonField {...reason.field} />
    </ConfirmDialog>
  )
}

function signed(points: number): string {
  const sign = points > 0 ? '+' : points < 0 ? '−' : ''
  return `${sign}${formatPoints(Math.abs(points))}`
}

interface Reader {
  i18n: I18n
  lang: Language
}

const paymentMessages = {
  paid: msg`Payment received`,
  to_refund: msg`Payment to refund`,
  refunded: msg`Payment refunded`,
  unpaid: msg`Payment page opened, not paid`,
}

const stateMessages = {
  registered: msg`Registered`,
  waiting: msg`On the waiting list`,
  cancelled: msg`Cancelled`,
}

const isEventState = (state: string): state is keyof typeof stateMessages => Object.hasOwn(stateMessages, state)

/** What has happened. */
function headOf(item: TimelineItem, { i18n, lang }: Reader): string {
  switch (item.kind) {
    case 'membership': {
      if (item.tier === null) return i18n._(msg`Joined`)
      const tierName = i18n._(tierMessages[item.tier])
      return i18n._(msg`${tierName} membership`)
    }
    case 'scan':
      return i18n._(msg`Ticket scanned`)
    case 'points':
      return transactionMessage({ description: item.code }, lang, i18n)
    case 'reward':
      return i18n._(msg`Reward redeemed`)
    case 'miles':
      return i18n._(msg`Points converted to miles`)
    case 'event':
      return i18n._(msg`Event registration`)
    case 'payment':
      return i18n._(paymentMessages[item.what])
    case 'mail': {
      const about = mailText(item.mail, i18n)
      return i18n._(msg`Email: ${about}`)
    }
    case 'act':
    case 'look':
      return actionText(item.action, i18n)
  }
}

/** What else is to know of it, a line each; at most one of them is no text. */
function linesOf(item: TimelineItem, reader: Reader): (ReactNode | null)[] {
  const { i18n, lang } = reader
  switch (item.kind) {
    case 'membership': {
      const source = item.source === null ? null : sourceMessages[item.source]
      return [source ? i18n._(source) : item.source, item.until && <Until at={item.until} />]
    }
    case 'scan': {
      const { ticketNo, concert, amount, points } = item
      return [
        localized(concert, lang),
        `${ticketNo} · HK$${amount}`,
        points === null ? i18n._(msg`Points after the concert`) : null,
      ]
    }
    case 'points': {
      const balance = formatPoints(item.balance)
      return [item.cause, item.by && actorText(item.by, i18n), i18n._(msg`Balance: ${balance}`)]
    }
    case 'reward':
      return [`${item.quantity} × ${item.alias}`, item.refNo]
    case 'miles': {
      const miles = formatPoints(item.miles)
      return [i18n._(msg`${miles} miles`), item.account, item.refNo, item.sentAt && <SentToAirline at={item.sentAt} />]
    }
    case 'event': {
      const state = isEventState(item.state) ? i18n._(stateMessages[item.state]) : item.state
      return [`${item.quantity} × ${item.alias}`, item.refNo, state]
    }
    case 'payment': {
      const use = item.purpose === 'youth' ? i18n._(msg`Young Audience Scheme`) : i18n._(msg`Membership`)
      return [`${use} · HK$${item.amount}`, item.payRef ?? item.orderRef]
    }
    case 'mail':
      return [i18n._(mailStateMessages[item.state])]
    case 'act':
    case 'look': {
      const { by, role, before, after, reason, isUndone } = item
      const as = role !== null && isRole(role) ? i18n._(roleMessages[role]) : role
      return [
        [actorText(by, i18n), as].filter((part) => part !== null).join(' · '),
        reason,
        ...changesOf({ before, after }, reader),
        isUndone ? i18n._(msg`Undone`) : null,
      ]
    }
  }
}

function Until({ at }: { at: string }) {
  return (
    <Trans>
      until <When at={at} day />
    </Trans>
  )
}

function SentToAirline({ at }: { at: string }) {
  return (
    <Trans>
      Sent to the airline <When at={at} day />
    </Trans>
  )
}
