import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { RequestOf } from '#contract/endpoint.ts'
import { dayOf } from '#contract/hongKong.ts'
import { keysOf } from '#contract/keysOf.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { spreadsheetText } from '#contract/schemas/spreadsheetText.ts'
import { actions, isUndoable } from '#contract/staff/actions.ts'
import { actorKinds, listActs, type RecordedAct } from '#contract/staff/acts.ts'
import { listPeople } from '#contract/staff/people.ts'
import { isRole } from '#contract/staff/roles.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useNow } from '#src/platform/now.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextLink } from '#src/ui/actions/TextLink.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Breakable } from '#src/ui/content/Breakable.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { actionMessages, actionText, actorText, changesOf, subjectText } from '../acts.ts'
import { roleMessages } from '../messages.ts'
import { Answered } from '../parts/Answered.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { useUndo } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { callStaff, staffQuery } from '../staffClient.ts'
import styles from './People.module.css'

const route = getRouteApi('/log')

type Filter = RequestOf<typeof listActs>

/** Who has done what, the latest first. */
export function LogPage() {
  const { t } = useLingui()
  // In no address: it would stay in the history of a browser that others use, too.
  const [member, setMember] = useState('')
  const filter = { ...route.useSearch(), member: member === '' ? undefined : member }
  return (
    <StaffPage title={t`Log`}>
      <Filters filter={filter} onMember={setMember} />
      <Acts filter={filter} />
    </StaffPage>
  )
}

function Filters({ filter, onMember }: { filter: Filter; onMember: (member: string) => void }) {
  const { t, i18n } = useLingui()
  const navigate = route.useNavigate()
  const set = (change: Partial<Filter>) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true, resetScroll: false })
  return (
    <search className={styles['filters']}>
      <SelectField
        label={t`What`}
        placeholder={t`Everything`}
        value={filter.action ?? ''}
        options={keysOf(actionMessages).map((value) => ({ value, label: i18n._(actionMessages[value]) }))}
        onChange={({ target }) => set({ action: keysOf(actionMessages).find((one) => one === target.value) })}
      />
      <SelectField
        label={t`Done by`}
        placeholder={t`Everyone`}
        value={filter.by ?? ''}
        options={[
          { value: 'staff', label: t`Staff` },
          { value: 'cli', label: t`Commands` },
          { value: 'timer', label: t`Automatic tasks` },
          { value: 'key', label: t`API keys` },
          { value: 'link', label: t`Links in emails` },
        ]}
        onChange={({ target }) => set({ by: actorKinds.find((one) => one === target.value) })}
      />
      <TextField
        label={t`Member’s email or number`}
        autoComplete="off"
        maxLength={100}
        onBlur={({ target }) => onMember(target.value.trim())}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onMember(event.currentTarget.value.trim())
        }}
      />
      <TextField
        type="date"
        label={t`From`}
        value={filter.from ?? ''}
        onChange={({ target }) => set({ from: target.value || undefined })}
      />
      <TextField
        type="date"
        label={t({ message: 'Until', context: 'a filter' })}
        value={filter.until ?? ''}
        onChange={({ target }) => set({ until: target.value || undefined })}
      />
    </search>
  )
}

function Acts({ filter }: { filter: Filter }) {
  const query = useInfiniteQuery({
    queryKey: [listActs.path, filter],
    queryFn: ({ pageParam }) => callStaff(listActs, { ...filter, before: pageParam }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.hasMore ? page.acts.at(-1)?.id : undefined),
  })
  const { isFetching, hasNextPage, fetchNextPage } = query
  return (
    <Answered query={query}>
      {({ pages }) => {
        const acts = pages.flatMap((page) => page.acts)
        return (
          <>
            {acts.length === 0 ? (
              <Empty>
                <Trans>Nothing matches these filters.</Trans>
              </Empty>
            ) : (
              <ActTable acts={acts} />
            )}
            <ButtonRow>
              {hasNextPage && (
                <Button busy={isFetching} onClick={() => void fetchNextPage()}>
                  <Trans>Show earlier ones</Trans>
                </Button>
              )}
              {acts.length > 0 && <DownloadButton acts={acts} />}
            </ButtonRow>
          </>
        )
      }}
    </Answered>
  )
}

/** The names of staff by their accounts; none for whoever may not read them. */
function useStaffNames(): ReadonlyMap<string, string> {
  const may = useMay()
  const { data } = useQuery({ ...staffQuery(listPeople, {}), enabled: may('staff_read') })
  return new Map(data?.people.map(({ sub, name }) => [sub, name]))
}

/** Saves the acts that are shown, for a spreadsheet. */
function DownloadButton({ acts }: { acts: readonly RecordedAct[] }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const staff = useStaffNames()
  const save = () => {
    const head = [t`When`, t`What`, t`About`, t`Done by`, t`Member`, t`Change`, t`Why`]
    const lines = acts.map((act) =>
      [
        act.at,
        actionText(act.action, i18n),
        subjectText(act, staff, i18n),
        actorText(act.by, i18n),
        act.member ?? '',
        changesOf(act, { i18n, lang }).join('\n'),
        act.reason ?? '',
      ].map(spreadsheetText),
    )
    saveFile(`log-${dayOf(new Date())}.csv`, csvFile([head, ...lines]))
  }
  return (
    <Button onClick={save}>
      <Plural value={acts.length} one="Download this one as CSV" other="Download these # as CSV" />
    </Button>
  )
}

function ActTable({ acts }: { acts: readonly RecordedAct[] }) {
  const { t, i18n } = useLingui()
  const may = useMay()
  const lang = useLanguage()
  const staff = useStaffNames()
  const undo = useUndo()
  const now = useNow(acts.map((act) => act.undo?.until ?? null))
  const canUndo = ({ action, undo: window }: RecordedAct) =>
    window !== null &&
    !window.isUndone &&
    Date.parse(window.until) > now &&
    isUndoable(action) &&
    may(actions[action].undo)
  return (
    <Table
      label={t`Log`}
      rows={acts}
      keyOf={({ id }) => id}
      columns={[
        {
          head: t`When`,
          renderCell: ({ at }) => (
            <span className={styles['when']}>
              <When at={at} />
            </span>
          ),
        },
        {
          head: t`What`,
          isName: true,
          renderCell: (act) => (
            <>
              <span className={styles['line']}>{actionText(act.action, i18n)}</span>
              <span className={styles['about']}>
                <Breakable text={subjectText(act, staff, i18n)} />
              </span>
              {canUndo(act) && (
                <Button aria-label={t`Undo: ${actionText(act.action, i18n)}`} onClick={() => undo([act.id])}>
                  <Trans>Undo</Trans>
                </Button>
              )}
              {act.undo?.isUndone && (
                <Badge tone="neutral">
                  <Trans>Undone</Trans>
                </Badge>
              )}
            </>
          ),
        },
        {
          head: t`Done by`,
          renderCell: ({ by, role }) => (
            <>
              <span className={styles['who']}>
                <Breakable text={actorText(by, i18n)} />
              </span>
              {role !== null && isRole(role) && i18n._(roleMessages[role])}
            </>
          ),
        },
        {
          head: t`Member`,
          renderCell: ({ memberId, member }) =>
            memberId === null ? (
              '–'
            ) : member === null ? (
              t`Deleted account`
            ) : (
              <span className={styles['who']}>
                <TextLink to="/member" search={{ id: memberId }}>
                  <Breakable text={member} />
                </TextLink>
              </span>
            ),
        },
        {
          head: t`Change`,
          renderCell: (act) => {
            const changes = changesOf(act, { i18n, lang })
            return changes.length === 0
              ? '–'
              : changes.map((change) => (
                  <span key={change} className={styles['line']}>
                    {change}
                  </span>
                ))
          },
        },
        { head: t`Why`, renderCell: ({ reason }) => reason ?? '–' },
      ]}
    />
  )
}
