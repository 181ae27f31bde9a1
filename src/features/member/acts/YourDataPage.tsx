import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ToldAct } from '#contract/member/toldActs.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { DateText } from '#src/ui/content/DateText.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import { ActText } from './actMessages.tsx'
import styles from './YourDataPage.module.css'

/** What staff and the club's own tasks did with what is the member's; from this device where there is no network. */
export function YourDataPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberAreaQueries.toldActs())
  const hasFailed = isError && !isFetching
  return (
    <Page
      title={t`What we did with your data`}
      lead={t`When we open your account or student card, change your account or put your details on a list, you’ll see it here.`}
      trail={<AccountBreadcrumb current={t`What we did with your data`} />}
    >
      {data && hasFailed && <OutdatedNotice updatedAt={dataUpdatedAt} onRetry={() => void refetch()} />}
      {data && <Acts acts={data.acts} />}
      {!data && hasFailed && (
        <LoadFailure title={<Trans>We couldn’t load this list</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && (
        <Loading label={t`Loading…`}>
          <Skeleton shape="card" />
        </Loading>
      )}
      <p>
        <Trans>
          Is something wrong?{' '}
          <TextLink to="/$lang/contact-us" params={{ lang }}>
            Contact us
          </TextLink>
        </Trans>
      </p>
    </Page>
  )
}

function Acts({ acts }: { acts: readonly ToldAct[] }) {
  const { t } = useLingui()
  if (acts.length === 0) return <EmptyState title={t`Nothing so far`} icon="user" />
  return (
    <Card>
      <ul aria-label={t`What we did with your data`}>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </ul>
    </Card>
  )
}

function ActRow({ act }: { act: ToldAct }) {
  const { reason, role } = act
  return (
    <li className={styles['act']}>
      <span className={styles['time']}>
        <DateText moment={act.at} time={role === null} />
      </span>
      <span>
        <ActText act={act} />
      </span>
      {reason !== null && (
        <span className={styles['reason']}>
          <Trans>Why: {reason}</Trans>
        </span>
      )}
    </li>
  )
}
