import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listApplications } from '#contract/staff/applications.ts'
import { useKeys } from '#src/ui/actions/useKeys.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import { addressOf, go, useAddress } from '../navigation.ts'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { staffQuery } from '../staffClient.ts'
import { StaffLink } from '../StaffLink.tsx'
import styles from './Applications.module.css'
import { ApplicationView } from './ApplicationView.tsx'

type Queue = AnswerOf<typeof listApplications>['applications']

/** Applications to the young audience scheme: the queue, and one of them. */
export function ApplicationsPage() {
  const { t } = useLingui()
  const query = useQuery(staffQuery(listApplications, {}))
  return (
    <StaffPage title={t`Applications`}>
      <Answered query={query}>{({ applications }) => <Queue queue={applications} />}</Answered>
    </StaffPage>
  )
}

function Queue({ queue }: { queue: Queue }) {
  const { t } = useLingui()
  const { lang, search } = useAddress()
  const chosen = search.get('member')
  const at = queue.findIndex(({ memberId }) => memberId === chosen)
  const next = queue[at + 1] ?? queue[0]
  const open = (memberId: string) => go(addressOf(lang, 'applications', { member: memberId }), { replaces: true })
  const goOn = () => {
    if (next) open(next.memberId)
  }
  useKeys({ n: goOn })
  useEffect(() => {
    const [first] = queue
    if (chosen === null && first) go(addressOf(lang, 'applications', { member: first.memberId }), { replaces: true })
  }, [chosen, queue, lang])
  return (
    <div className={styles['columns']}>
      <nav aria-label={t`Waiting applications`} className={styles['queue']}>
        {queue.length === 0 ? (
          <Empty>
            <Trans>No applications waiting.</Trans>
          </Empty>
        ) : (
          <ul>
            {queue.map(({ memberId, name, chineseName, at: sentAt }) => (
              <li key={memberId}>
                <StaffLink
                  page="applications"
                  search={{ member: memberId }}
                  aria-current={memberId === chosen ? 'page' : undefined}
                >
                  <span>{[name, chineseName].filter(Boolean).join(' ') || <Trans>No name</Trans>}</span>
                  <span className={styles['when']}>
                    <When at={sentAt} />
                  </span>
                </StaffLink>
              </li>
            ))}
          </ul>
        )}
      </nav>
      {chosen !== null && (
        <ApplicationView key={chosen} memberId={chosen} onNext={next && next.memberId !== chosen ? goOn : null} />
      )}
    </div>
  )
}
