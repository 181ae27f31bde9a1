import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { languageTable } from '#contract/language.ts'
import {
  type Application,
  type decideApplication,
  getApplication,
  listApplications,
} from '#contract/staff/applications.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatYearMonth } from '#src/i18n/dates.ts'
import { messageOf, schoolTypeMessages } from '#src/i18n/profileMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { useKeys } from '#src/ui/actions/useKeys.ts'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { youthMessages } from '../messages.ts'
import { Answered } from '../parts/Answered.tsx'
import { memberName } from '../parts/memberName.ts'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useDone } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery } from '../staffClient.ts'
import styles from './Applications.module.css'
import { ApproveDialog, RejectDialog } from './DecisionDialogs.tsx'
import { StudentCardView } from './StudentCardView.tsx'

const route = getRouteApi('/applications')

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
  const chosen = route.useSearch().member ?? null
  const navigate = route.useNavigate()
  const at = queue.findIndex(({ memberId }) => memberId === chosen)
  const next = queue[at + 1] ?? queue[0]
  const goOn = () => {
    if (next) void navigate({ search: { member: next.memberId }, replace: true, resetScroll: false })
  }
  useKeys({ n: goOn })
  useEffect(() => {
    const [first] = queue
    if (chosen === null && first)
      void navigate({ search: { member: first.memberId }, replace: true, resetScroll: false })
  }, [chosen, queue, navigate])
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
                <TextLink to="/applications" search={{ member: memberId }} resetScroll={false}>
                  <span>{[name, chineseName].filter(Boolean).join(' ') || <Trans>No name</Trans>}</span>
                  <span className={styles['when']}>
                    <When at={sentAt} />
                  </span>
                </TextLink>
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

interface ApplicationViewProps {
  memberId: string
  /** Null where no other application waits. */
  onNext: (() => void) | null
}

/** An application: the card beside the form, and what can be decided. */
function ApplicationView({ memberId, onNext }: ApplicationViewProps) {
  const query = useQuery(staffQuery(getApplication, { memberId }))
  return (
    <div className={styles['view']}>
      <Answered query={query}>
        {({ application }) =>
          application === null ? (
            <Empty>
              <Trans>We can’t find this member.</Trans>
            </Empty>
          ) : (
            <Loaded application={application} onNext={onNext} />
          )
        }
      </Answered>
    </div>
  )
}

type Outcome = AnswerOf<typeof decideApplication>
type NotDecided = Exclude<Outcome, { kind: 'decided' }>

function Loaded({ application, onNext }: { application: Application } & Pick<ApplicationViewProps, 'onNext'>) {
  const { t, i18n } = useLingui()
  const tellDone = useDone()
  const may = useMay()
  const [asks, setAsks] = useState<'approve' | 'reject' | null>(null)
  const [outcome, setOutcome] = useState<NotDecided | null>(null)
  // Of one card: another that comes meanwhile is looked at for itself.
  const [shown, setShown] = useState<string | null>(null)
  const [seen, setSeen] = useState<string | null>(null)
  const { status, card, looks } = application
  const isSeen =
    card === null || seen === card.storedAt || looks.some(({ at }) => Date.parse(at) >= Date.parse(card.storedAt))
  const mayDecide = status === 'Pending Approval' && may('application_decide')
  const canDecide = mayDecide && isSeen
  const canLook = card !== null && may('card_view')
  useKeys({
    ...(canDecide ? { a: () => setAsks('approve'), r: () => setAsks('reject') } : {}),
    ...(canLook ? { v: () => setShown(card?.storedAt ?? null) } : {}),
  })
  const close = (decided?: Outcome) => {
    setAsks(null)
    setOutcome(decided && decided.kind !== 'decided' ? decided : null)
    if (decided?.kind !== 'decided') return
    const isApproved = decided.status === 'Approved'
    tellDone(
      isApproved
        ? t`Approved. The member gets an email.`
        : t`Rejected. The member gets an email, and the payment has to be refunded.`,
      [decided.undo],
    )
  }
  const dialog = { application, onClose: close }
  return (
    <>
      <div className={styles['head']}>
        <h2>{memberName(application)}</h2>
        <Badge tone={status === 'Pending Approval' ? 'warning' : status === 'Rejected' ? 'danger' : 'neutral'}>
          {i18n._(youthMessages[status])}
        </Badge>
      </div>
      <OutcomeNotice outcome={outcome} application={application} />
      <div className={styles['pair']}>
        <StudentCardView
          application={application}
          isShown={card !== null && shown === card.storedAt}
          onShow={canLook ? () => setShown(card?.storedAt ?? null) : null}
          onSeen={setSeen}
        />
        <div className={styles['form']}>
          <Form application={application} />
          {mayDecide && !isSeen && (
            <p>
              <Trans>
                No one has looked at this student card yet. Once someone has, the application can be decided.
              </Trans>
            </p>
          )}
          <ButtonRow>
            {canDecide && (
              <>
                <Button variant="primary" onClick={() => setAsks('approve')}>
                  <Trans>Approve</Trans> <kbd>A</kbd>
                </Button>
                <Button onClick={() => setAsks('reject')}>
                  <Trans>Reject</Trans> <kbd>R</kbd>
                </Button>
              </>
            )}
            {onNext && (
              <Button variant="quiet" onClick={onNext}>
                <Trans context="an application">Next</Trans> <kbd>N</kbd>
              </Button>
            )}
          </ButtonRow>
        </div>
      </div>
      {asks === 'approve' && <ApproveDialog {...dialog} />}
      {asks === 'reject' && <RejectDialog {...dialog} />}
    </>
  )
}

function Form({ application }: { application: Application }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const { dob, school, schoolType, guardian, memberNo, email, language, card, looks } = application
  // What a form of another version has sent is shown as it is.
  const type = messageOf(schoolTypeMessages, schoolType)
  return (
    <>
      <Facts
        facts={[
          // Members give no day.
          [t`Month of birth`, dob === null ? null : formatYearMonth(dob.slice(0, 7), lang)],
          [t`School`, school],
          [t`Type of school`, type ? i18n._(type) : schoolType],
          [t`Guardian`, guardian.name],
          [t`Guardian’s email`, guardian.email],
          [t`Guardian’s mobile`, guardian.mobile],
          [t`Member number`, memberNo],
          [t`Email`, email],
          [t`Preferred language`, languageTable[language].name],
          [t`Card sent`, card && <When at={card.storedAt} />],
          [t`Card is deleted on`, card && <When at={card.deleteAt} day />],
        ]}
      />
      {looks.length > 0 && (
        <details className={styles['looks']}>
          <summary>
            <Trans>Times the card was viewed: {looks.length}</Trans>
          </summary>
          <ul>
            {looks.map(({ by, at }) => (
              <li key={`${by} ${at}`}>
                {by}, <When at={at} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** Why nothing was decided; or who has decided it. */
function OutcomeNotice({ outcome, application }: { outcome: NotDecided | null; application: Application }) {
  const { i18n } = useLingui()
  if (outcome?.kind === 'unknown_member')
    return (
      <Notice tone="warning">
        <Trans>We can’t find this member.</Trans>
      </Notice>
    )
  if (outcome?.kind === 'other_card')
    return (
      <Notice tone="warning">
        <Trans>The member has sent another card since. Look at it, then decide. Nothing was changed.</Trans>
      </Notice>
    )
  const decision = outcome?.decision ?? application.decision
  if (decision)
    return (
      <Notice tone={outcome ? 'warning' : 'info'}>
        <p>
          <Trans>
            {i18n._(youthMessages[outcome?.status ?? application.status])}: decided by {decision.by},{' '}
            <When at={decision.at} />.
          </Trans>
        </p>
      </Notice>
    )
  if (application.status === 'Pending Approval') return null
  return (
    <Notice tone="info">
      <Trans>There’s nothing to decide.</Trans>
    </Notice>
  )
}
