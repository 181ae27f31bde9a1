import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MemberProfile } from '#contract/member/member.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import styles from './PersonalDetailPage.module.css'
import type { Lookups } from './personalFacts.ts'
import { AboutCard, AddressCard, ContactCard, PreferencesCard, YoungAudienceCard } from './ProfileCards.tsx'

/** What the club knows about the member, to read. */
export function PersonalDetailPage() {
  const { t } = useLingui()
  const { data, dataUpdatedAt, isError, isFetching, refetch } = useQuery(memberQueries.me())
  const { data: contents } = useQuery(contentQueries.staticContents())
  const profile = data?.user.member_profile ?? storedProfile()
  const isOutdated = isError && !isFetching
  return (
    <Page
      title={t`Personal details`}
      lead={t`Your details, as we have them.`}
      trail={<AccountBreadcrumb current={t`Personal details`} />}
    >
      {isOutdated && <OutdatedNotice updatedAt={data ? dataUpdatedAt : null} onRetry={() => void refetch()} />}
      {profile ? <ProfileCards profile={profile} lookups={contents} /> : !isOutdated && <Spinner label={t`Loading…`} />}
      <ChangeNotice />
    </Page>
  )
}

function ProfileCards({ profile, lookups }: { profile: MemberProfile; lookups: Lookups }): ReactNode {
  return (
    <div className={styles['cards']}>
      <AboutCard profile={profile} />
      <ContactCard profile={profile} lookups={lookups} />
      <AddressCard profile={profile} lookups={lookups} />
      <PreferencesCard profile={profile} lookups={lookups} />
      <YoungAudienceCard profile={profile} />
    </div>
  )
}

function ChangeNotice() {
  const lang = useLanguage()
  return (
    <Notice tone="info" title={<Trans>Is something wrong?</Trans>}>
      <p>
        <Trans>
          Change these details here. To change your email address, go to Account settings. If your month of birth is
          wrong, contact us.
        </Trans>
      </p>
      <LinkButton to="/$lang/member-detail-edit" params={{ lang }}>
        <Trans>Edit my profile</Trans>
      </LinkButton>
    </Notice>
  )
}
