import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { EventRegistration } from '#contract/spending/ownRegistrations.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { memberAreaQueries } from '#src/query/memberAreaQueries.ts'
import { Breadcrumb } from '#src/ui/layout/Breadcrumb.tsx'
import { DataAge } from '#src/ui/states/DataAge.tsx'
import { EmptyState } from '#src/ui/states/EmptyState.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { LoadFailure } from '#src/ui/states/LoadFailure.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { RegistrationCard } from './RegistrationCard.tsx'
import styles from './Registrations.module.css'

/** Every event that the member has registered for; from this device where there is no network. */
export function MyEventsPage() {
  const { t } = useLingui()
  const lang = useLanguage()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberAreaQueries.eventRegistrations())
  const account = (
    <TextLink to="/$lang/member-detail" params={{ lang }}>
      <Trans>My account</Trans>
    </TextLink>
  )
  const hasFailed = isError && !isFetching
  return (
    <Page
      title={t`My events`}
      lead={
        !data && hasFailed
          ? t`Your registrations, the newest first.`
          : t`Your registrations, the newest first. You can see them offline, too.`
      }
      trail={<Breadcrumb links={[{ key: 'account', link: account }]} current={t`My events`} />}
    >
      {data && hasFailed && <DataAge fetchedAt={dataUpdatedAt} />}
      {data && <Registrations registrations={data.registrations} />}
      {!data && hasFailed && (
        <LoadFailure title={<Trans>We couldn’t load your events</Trans>} onRetry={() => void refetch()} />
      )}
      {!data && !hasFailed && (
        <Loading label={t`Loading…`} className={styles['registrations']}>
          <Skeleton shape="card" />
          <Skeleton shape="card" />
        </Loading>
      )}
    </Page>
  )
}

function Registrations({ registrations }: { registrations: readonly EventRegistration[] }) {
  const { t } = useLingui()
  const lang = useLanguage()
  if (registrations.length === 0) {
    return (
      <EmptyState title={t`You haven’t registered for an event yet`} icon="calendar">
        <p>
          <Trans>Talks, tours and rehearsals that you register for will be here.</Trans>
        </p>
        <LinkButton to="/$lang/reward-list" params={{ lang }} hash="events" variant="primary">
          <Trans>See all events</Trans>
        </LinkButton>
      </EmptyState>
    )
  }
  return (
    <ul className={styles['registrations']}>
      {registrations.map((registration) => (
        <li key={registration.ref_no}>
          <RegistrationCard registration={registration} />
        </li>
      ))}
    </ul>
  )
}
