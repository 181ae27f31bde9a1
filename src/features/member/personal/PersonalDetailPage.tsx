import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { MessageDescriptor } from '@lingui/core'
import type { MemberProfile } from '#contract/member/member.ts'
import { languageTable } from '#contract/language.ts'
import { linesOf } from '#contract/registration/postalAddress.ts'
import type { Group, StoredField } from '#contract/registration/profileTable.ts'
import { storedProfile } from '#src/session/storedSession.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { contentQueries, memberQueries } from '#src/query/clubQueries.ts'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx'
import { Loading } from '#src/ui/states/Loading.tsx'
import { Skeleton } from '#src/ui/states/Skeleton.tsx'
import {
  addressMessage,
  genderMessages,
  languageMessages,
  messageOf,
  salutationMessages,
  schoolTypeMessages,
  youthStatusMessages,
} from '#src/i18n/profileMessages.ts'
import { AccountBreadcrumb } from '../AccountBreadcrumb.tsx'
import { OutdatedNotice } from '../OutdatedNotice.tsx'
import styles from './PersonalDetailPage.module.css'
import { type Lookups, birthMonth, given, interestNames, memberSince, mobileNumber } from './personalFacts.ts'

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
      {profile ? (
        <ProfileCards profile={profile} lookups={contents} />
      ) : (
        !isOutdated && (
          <Loading label={t`Loading…`}>
            <Skeleton shape="card" />
          </Loading>
        )
      )}
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

// A card has a row for every field that is stored in its groups, in the order of the page.
type AboutGroup = 'name' | 'person'
type ContactGroup = 'reach'
type YouthGroup = 'school' | 'guardian'

interface ProfileCardProps {
  profile: MemberProfile
}

interface LookedUpCardProps extends ProfileCardProps {
  lookups: Lookups
}

/** A value, or the words that there is none. */
function Value({ children }: { children: string | null }) {
  return children === null ? (
    <span className={styles['missing']}>
      <Trans>Not given</Trans>
    </span>
  ) : (
    <span className={styles['values']}>{children}</span>
  )
}

interface Row {
  term: string
  text: string | null
}

function ProfileCard({ title, rows }: { title: ReactNode; rows: readonly Row[] }) {
  return (
    <Card title={title}>
      <DefinitionList rows={rows.map(({ term, text }) => ({ term, value: <Value>{text}</Value> }))} />
    </Card>
  )
}

/** A code's message; an unknown code stands for itself. */
function useNameOf() {
  const { i18n } = useLingui()
  return (messages: Readonly<Record<string, MessageDescriptor>>, code: string | null) => {
    const message = messageOf(messages, code)
    return message ? i18n._(message) : given(code)
  }
}

function AboutCard({ profile }: ProfileCardProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const nameOf = useNameOf()
  const rows: Record<StoredField<AboutGroup>, Row> = {
    salutations: { term: t`Title`, text: nameOf(salutationMessages, profile.salutations) },
    first_name: { term: t`First name`, text: given(profile.first_name) },
    last_name: { term: t`Last name`, text: given(profile.last_name) },
    chinese_name: { term: t`Chinese name`, text: given(profile.chinese_name) },
    dob: { term: t`Month of birth`, text: birthMonth(profile, lang) },
    gender: { term: t`Gender`, text: nameOf(genderMessages, profile.gender) },
  }
  return <ProfileCard title={<Trans>About you</Trans>} rows={Object.values(rows)} />
}

function ContactCard({ profile, lookups }: LookedUpCardProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  // The country code is in the line of the number.
  const rows: Record<
    'member_no' | 'membership_since' | 'email' | Exclude<StoredField<ContactGroup>, 'country_code'>,
    Row
  > = {
    member_no: { term: t`Member number`, text: given(profile.member_no) },
    membership_since: { term: t`Member since`, text: memberSince(profile, lang) },
    email: { term: t`Email`, text: profile.email },
    mobile: { term: t`Mobile`, text: mobileNumber(profile, lookups, lang) },
  }
  return <ProfileCard title={<Trans>How to reach you</Trans>} rows={Object.values(rows)} />
}

function AddressCard({ profile, lookups }: LookedUpCardProps) {
  const { i18n } = useLingui()
  const lines = linesOf(profile.shipping_address_1[0]?.memberProfile, lookups?.countries ?? [], useLanguage())
  if (lines.every(({ text }) => text === null)) {
    return (
      <Card title={<Trans>Address</Trans>}>
        <p className={styles['missing']}>
          <Trans>You haven’t given us an address.</Trans>
        </p>
      </Card>
    )
  }
  const country = profile.shipping_address_1[0]?.memberProfile['country'] ?? ''
  const rows = lines.map(({ line, text }) => ({ term: i18n._(addressMessage(line, country)), text }))
  return <ProfileCard title={<Trans>Address</Trans>} rows={rows} />
}

/** What no other card shows. */
function PreferencesCard({ profile, lookups }: LookedUpCardProps) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const interests = interestNames(profile, lookups, lang)
  const rows: Record<StoredField<Exclude<Group, AboutGroup | ContactGroup | 'address' | YouthGroup>>, Row> = {
    interest_id: {
      term: t`Interests`,
      text: interests.length === 0 ? null : interests.join(languageTable[lang].comma),
    },
    preferred_lang: { term: t`Preferred language`, text: i18n._(languageMessages[profile.preferred_lang]) },
    receive_email_promotion: {
      term: t`News and offers by email`,
      text: profile.receive_email_promotion ? t`Yes` : t`No`,
    },
    consent: { term: t`Terms and privacy policy`, text: profile.consent ? t`Accepted` : t`Not accepted yet` },
  }
  return <ProfileCard title={<Trans>Preferences</Trans>} rows={Object.values(rows)} />
}

/** Only for those who have applied to the young audience scheme. */
function YoungAudienceCard({ profile }: ProfileCardProps) {
  const { t, i18n } = useLingui()
  const nameOf = useNameOf()
  const status = youthStatusMessages[profile.ya_status]
  const fields: Record<StoredField<YouthGroup>, Row> = {
    school_name: { term: t`School`, text: given(profile.school_name) },
    school_type: { term: t`Type of school`, text: nameOf(schoolTypeMessages, profile.school_type) },
    guardian_name: { term: t`Parent or guardian`, text: given(profile.guardian_name) },
    guardian_email: { term: t`Guardian’s email`, text: given(profile.guardian_email) },
    guardian_mobile: { term: t`Guardian’s mobile`, text: given(profile.guardian_mobile) },
  }
  const details = Object.values(fields)
  if (status === null && details.every(({ text }) => text === null)) return null
  const rows = [...(status === null ? [] : [{ term: t`Application`, text: i18n._(status) }]), ...details]
  return <ProfileCard title={<Trans>Young Audience Scheme</Trans>} rows={rows} />
}
