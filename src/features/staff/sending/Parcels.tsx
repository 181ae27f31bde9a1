import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keysOf.ts'
import { type ParcelMark, type ParcelState, parcelSteps } from '#contract/spending/parcels.ts'
import {
  findParcels,
  type ListedParcel,
  listParcels,
  markParcels,
  mostParcels,
  parcelLabels,
  putParcelsBack,
  type sendParcels,
} from '#contract/staff/sending.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { localized } from '#src/i18n/localized.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { useSettled } from '../members/MemberSearch.tsx'
import { parcelMarkMessages, parcelStateMessages } from '../messages.ts'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { SelectionBar, useSelection } from '../parts/Selection.tsx'
import { useDone } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { callStaff, useAct } from '../staffClient.ts'
import { LabelSheets } from './LabelSheets.tsx'
import { PasteTracking } from './PasteTracking.tsx'
import styles from './Sending.module.css'

const route = getRouteApi('/sending')

const states = keysOf(parcelSteps)

/** The parcels in a state; those that a text finds, unless it is empty. */
const parcelsQuery = (state: ParcelState, text: string) =>
  queryOptions({
    queryKey: [text === '' ? listParcels.path : findParcels.path, state, text],
    queryFn: () => (text === '' ? callStaff(listParcels, { state }) : callStaff(findParcels, { state, text })),
    // Searches are counted.
    refetchOnWindowFocus: text === '',
    // What was pasted, prepared or refused stays beside the list while another is searched.
    placeholderData: (parcels, query) => (query?.queryKey[1] === state ? parcels : undefined),
  })

/** Rewards that go by post, from the order to the member. */
export function Parcels() {
  const { t, i18n } = useLingui()
  const { state = 'ordered' } = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState('')
  const text = useSettled(typed.trim())
  const query = useQuery(parcelsQuery(state, text))
  return (
    <>
      <div className={styles['choices']}>
        <SelectField
          className={styles['state']}
          label={t`Show parcels that are`}
          value={state}
          options={states.map((value) => ({ value, label: i18n._(parcelStateMessages[value]) }))}
          onChange={({ target }) => {
            const search = { part: 'parcels', state: states.find((one) => one === target.value) } as const
            void navigate({ search, replace: true, resetScroll: false })
          }}
        />
        <SearchField
          className={styles['find']}
          label={t`Search this list`}
          value={typed}
          onChange={setTyped}
          placeholder={t`Reference, tracking number or name`}
        />
      </div>
      <Answered query={query}>
        {({ parcels, hasMore }) => (
          <>
            {hasMore && (
              <Notice tone="info">
                {state === 'sent' ? (
                  <Trans>These are the last {mostParcels} that were sent.</Trans>
                ) : (
                  <Trans>These are the first {mostParcels}. The others follow when these are done.</Trans>
                )}
              </Notice>
            )}
            <ParcelList key={state} state={state} parcels={parcels} />
          </>
        )}
      </Answered>
    </>
  )
}

type Marked = AnswerOf<typeof markParcels>['marked']
type SentLine = AnswerOf<typeof sendParcels>['lines'][number]

function ParcelList({ state, parcels }: { state: ParcelState; parcels: readonly ListedParcel[] }) {
  const { t } = useLingui()
  const may = useMay()
  const lang = useLanguage()
  const act = useAct(markParcels)
  const tellDone = useDone()
  const labels = useAct(parcelLabels)
  const [tracking, setTracking] = useState('')
  const [putsBack, setPutsBack] = useState(false)
  const [outcome, setOutcome] = useState<Marked | null>(null)
  const finishPasted = (lines: readonly SentLine[]) =>
    finish({ marked: lines.flatMap((one) => (one.kind === 'ready' ? [] : [one])) }, 'sent')
  const forget = () => {
    act.reset()
    setOutcome(null)
  }
  const selection = useSelection({ rows: parcels, keyOf: ({ refNo }) => refNo, onChange: forget })
  const refNos = selection.keys
  const markedText = (to: ParcelState, done: number) => {
    if (to === 'ordered') return t`${plural(done, { one: '# parcel is put back.', other: '# parcels are put back.' })}`
    if (to === 'packed') return t`${plural(done, { one: '# parcel is packed.', other: '# parcels are packed.' })}`
    if (to === 'sent') return t`${plural(done, { one: '# parcel is sent.', other: '# parcels are sent.' })}`
    return t`${plural(done, { one: '# parcel has come back.', other: '# parcels have come back.' })}`
  }
  const finish = ({ marked }: { marked: Marked }, to: ParcelState) => {
    selection.clear()
    setTracking('')
    setOutcome(marked)
    const undos = marked.flatMap((one) => (one.kind === 'marked' ? [one.undo] : []))
    if (undos.length > 0) tellDone(markedText(to, undos.length), undos)
  }
  const mark = (to: ParcelMark) => {
    const isSent = to === 'sent' && refNos.length === 1 && tracking.trim() !== ''
    act.mutate(
      { refNos, state: to, tracking: isSent ? tracking.trim() : null },
      {
        onSuccess: (answer) => finish(answer, to),
      },
    )
  }
  const marks: readonly ParcelMark[] = may('parcel_mark') ? parcelSteps[state] : []
  const hasLabels = marks.length > 0 && parcels.length > 0 && state !== 'sent'
  const unlabelled = parcels.filter(({ hasAddress, labelledAt }) => hasAddress && labelledAt === null)
  return (
    <>
      {parcels.length === 0 && (
        <Empty>
          <Trans>No parcels match.</Trans>
        </Empty>
      )}
      {hasLabels && (
        <p>
          <Trans>
            Labels come 24 to an A4 sheet, each 70 × 37 mm. We record that you’ve read the addresses, and members can
            see that.
          </Trans>
        </p>
      )}
      {hasLabels && unlabelled.length > 0 && unlabelled.length < parcels.length && (
        <ButtonRow>
          <Button variant="quiet" onClick={() => selection.chooseOnly(unlabelled.map(({ refNo }) => refNo))}>
            <Trans>Choose those without a label</Trans>
          </Button>
        </ButtonRow>
      )}
      {marks.includes('sent') && <PasteTracking onSent={finishPasted} />}
      {labels.data && <LabelSheets key={labels.submittedAt} labels={labels.data.labels} />}
      {marks.length > 0 && parcels.length > 0 && (
        <SelectionBar count={refNos.length} onChooseAll={selection.chooseAll}>
          {marks.includes('sent') && refNos.length === 1 && (
            <TextField
              className={styles['tracking']}
              label={t`Tracking number, if any`}
              value={tracking}
              maxLength={100}
              autoComplete="off"
              onChange={({ target }) => setTracking(target.value)}
            />
          )}
          <ButtonRow>
            {hasLabels && (
              <Button
                busy={labels.isPending}
                aria-disabled={refNos.length === 0 || undefined}
                onClick={() => labels.mutate({ refNos })}
              >
                <Trans>Prepare labels</Trans>
              </Button>
            )}
            {marks.length > 0 && (state === 'packed' || state === 'sent') && (
              <Button aria-disabled={refNos.length === 0 || undefined} onClick={() => setPutsBack(true)}>
                <Trans>Put back…</Trans>
              </Button>
            )}
            {marks.map((to, at) => (
              <MarkButton
                key={to}
                to={to}
                isMain={at === 0}
                isBusy={act.isPending}
                isInert={refNos.length === 0}
                onPress={() => mark(to)}
              />
            ))}
          </ButtonRow>
        </SelectionBar>
      )}
      {putsBack && (
        <PutBackDialog
          refNos={refNos}
          onClose={(answer) => {
            setPutsBack(false)
            if (answer) finish(answer, 'ordered')
          }}
        />
      )}
      <ActFailure error={act.error ?? labels.error} />
      {outcome && <NotMarked marked={outcome} />}
      {parcels.length > 0 && (
        <Table
          label={t`Parcels`}
          rows={parcels}
          keyOf={({ refNo }) => refNo}
          isMarked={selection.isChosen}
          columns={[
            ...(marks.length === 0 ? [] : [selection.column]),
            { head: t`Reference`, isName: true, renderCell: ({ refNo }) => refNo },
            { head: t`Ordered on`, renderCell: ({ orderedAt }) => <When at={orderedAt} day /> },
            { head: t`To`, renderCell: ({ name }) => name },
            {
              head: t`Reward`,
              renderCell: ({ reward, alias, quantity }) =>
                `${quantity} × ${(reward && localized(reward, lang)) || alias}`,
            },
            ...(state === 'ordered'
              ? []
              : [{ head: t`Since`, renderCell: ({ changedAt }: ListedParcel) => <When at={changedAt} /> }]),
            {
              head: t`Note`,
              renderCell: ({ tracking: known, hasAddress, labelledAt }) => {
                if (!hasAddress) return t`The account is closed, and its address deleted`
                if (labelledAt === null || state === 'sent') return known ?? '–'
                return (
                  <Trans>
                    Label prepared <When at={labelledAt} />
                  </Trans>
                )
              },
            },
          ]}
        />
      )}
    </>
  )
}

interface MarkButtonProps {
  to: ParcelMark
  isMain: boolean
  isBusy: boolean
  isInert: boolean
  onPress: () => void
}

function MarkButton({ to, isMain, isBusy, isInert, onPress }: MarkButtonProps) {
  const { i18n } = useLingui()
  return (
    <Button
      variant={isMain ? 'primary' : 'secondary'}
      busy={isBusy}
      aria-disabled={isInert || undefined}
      onClick={onPress}
    >
      {i18n._(parcelMarkMessages[to])}
    </Button>
  )
}

/** Takes the marks back of parcels that are not packed or sent after all. */
function PutBackDialog({
  refNos,
  onClose,
}: {
  refNos: readonly string[]
  onClose: (answer?: AnswerOf<typeof putParcelsBack>) => void
}) {
  const { t } = useLingui()
  const reason = useReason()
  const act = useAct(putParcelsBack)
  return (
    <ConfirmDialog
      title={t`${plural(refNos.length, { one: 'Put # parcel back?', other: 'Put # parcels back?' })}`}
      tone="primary"
      confirm={<Trans>Put back</Trans>}
      act={act}
      onConfirm={() => {
        const words = reason.read()
        if (words !== null) act.mutate({ refNos: [...refNos], reason: words }, { onSuccess: onClose })
      }}
      onClose={() => onClose()}
    >
      <p>
        <Trans>For parcels that aren’t packed or posted after all. Members who were told otherwise get an email.</Trans>
      </p>
      <ReasonField {...reason.field} />
    </ConfirmDialog>
  )
}

/** Which were not marked, because somebody else was there first. */
function NotMarked({ marked }: { marked: Marked }) {
  const { i18n } = useLingui()
  const refused = marked.filter((one) => one.kind !== 'marked')
  if (refused.length === 0) return null
  return (
    <Notice tone="warning" title={<Trans>Not changed:</Trans>}>
      <ul>
        {refused.map((one) => (
          <li key={one.refNo}>
            {one.refNo}:{' '}
            {one.kind !== 'refused' ? (
              <Trans>this parcel no longer exists</Trans>
            ) : (
              <>
                {i18n._(parcelStateMessages[one.state])}
                {one.by && (
                  <>
                    {' '}
                    (
                    <Trans>
                      {one.by.by}, <When at={one.by.at} />
                    </Trans>
                    )
                  </>
                )}
              </>
            )}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
