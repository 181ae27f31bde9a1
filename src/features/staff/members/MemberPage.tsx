import { Trans, useLingui } from '@lingui/react/macro'
import { getRouteApi } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { memberBooks } from '#contract/staff/members.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { staffQuery } from '../staffClient.ts'
import { BooksView } from './BooksView.tsx'
import styles from './Members.module.css'
import { MemberSearch } from './MemberSearch.tsx'

const route = getRouteApi('/member')

/** A member's books, and what can be done with them. */
export function MemberPage() {
  const { t } = useLingui()
  const memberId = route.useSearch().id ?? null
  const navigate = route.useNavigate()
  return (
    <StaffPage title={t`Member`}>
      <div className={styles['columns']}>
        <MemberSearch
          label={t`Find a member`}
          chosen={memberId}
          onChoose={({ id }) => void navigate({ search: { id }, replace: true, resetScroll: false })}
        />
        {memberId === null ? (
          <Empty>
            <Trans>Search for a member, then choose one to see their points, rewards and everything else.</Trans>
          </Empty>
        ) : (
          <Books key={memberId} memberId={memberId} />
        )}
      </div>
    </StaffPage>
  )
}

function Books({ memberId }: { memberId: string }) {
  const query = useQuery(staffQuery(memberBooks, { memberId }))
  return (
    <div className={styles['books']}>
      <Answered query={query}>
        {({ books }) =>
          books === null ? (
            <Empty>
              <Trans>We can’t find this member.</Trans>
            </Empty>
          ) : (
            <BooksView books={books} />
          )
        }
      </Answered>
    </div>
  )
}
