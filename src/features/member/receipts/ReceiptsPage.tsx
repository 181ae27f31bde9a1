import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Receipt } from '#contract/member/receipts.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatDate, formatDateTime } from '#src/i18n/dates.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import styles from './ReceiptsPage.module.css'

/** What the member has paid, to read and to print. */
export function ReceiptsPage() {
  const { t } = useLingui()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberAreaQueries.receipts())
  const hasFailed = isError && !isFetching
  return (
    <Page
      title={t`My receipts`}
      lead={t`What you’ve paid us, newest first.`}
      trail={<AccountBreadcrumb current={t`My receipts`} />}
    >
      {data && hasFailed && <OutdatedNotice updatedAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data && <Receipts receipts={data.receipts} />}
      {!data && hasFailed && (
        <LoadFailure title={<Trans>We couldn’t load your receipts</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="row" lines={3} />
        </Loading>
      )}
    </Page>
  )
}

function Receipts({ receipts }: { receipts: readonly Receipt[] }) {
  const { t } = useLingui()
  if (receipts.length === 0)
    return (
      <EmptyState title={t`You haven’t paid us anything yet`} icon="card">
        <p>
          <Trans>Receipts for your payments will be here.</Trans>
        </p>
      </EmptyState>
    )
  return (
    <>
      <div className={styles['print']}>
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <ul className={styles['list']}>
        {receipts.map((receipt) => (
          <li key={receipt.pay_ref}>
            <ReceiptCard receipt={receipt} />
          </li>
        ))}
      </ul>
    </>
  )
}

function ReceiptCard({ receipt }: { receipt: Receipt }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { order_ref: orderRef, pay_ref: payRef, amount, paid_at: paidAt, tier, valid_until: end, refund } = receipt
  const tierName = tier && i18n._(tierMessages[tier])
  const what = tierName === null ? t`Application to the Young Audience Scheme` : t`${tierName} membership of Club Bravo`
  const profile = storedProfile()
  const payer = [profile?.first_name, profile?.last_name, profile?.member_no].filter(Boolean).join(' ')
  return (
    <Card title={what}>
      <DefinitionList
        rows={[
          { term: t`Amount`, value: formatMoney(amount) },
          { term: t`Paid on`, value: formatDateTime(paidAt, lang) },
          ...(payer === '' ? [] : [{ term: t`Paid by`, value: payer }]),
          { term: t`Paid to`, value: 'Club Bravo' },
          ...(end !== null && refund === null ? [{ term: t`Valid until`, value: formatDate(end, lang) }] : []),
          ...(refund === null
            ? []
            : [{ term: t`Refund`, value: refund === 'done' ? t`Refunded` : t`Refund on its way` }]),
          { term: t`Reference`, value: orderRef },
          { term: t`Payment number`, value: payRef },
        ]}
      />
    </Card>
  )
}
