import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { type ListedImport, ticketImports, undoImport } from '#contract/staff/tickets.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ChoiceLink } from '#src/ui/actions/ChoiceLinks.tsx'
import { Tabs } from '#src/ui/actions/Tabs.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { actorText } from '../acts.ts'
import { Answered } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { StaffPage } from '../parts/StaffPage.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { staffQuery, useAct } from '../staffClient.ts'
import { Concerts } from './Concerts.tsx'
import { ImportFile } from './ImportFile.tsx'
import { TicketLookUp } from './TicketLookUp.tsx'
import styles from './Tickets.module.css'

const route = getRouteApi('/tickets')

const parts = ['import', 'ticket', 'concerts'] as const

/** The outlets' tickets: in from a file, what became of each, and the concerts that are to be settled. */
export function TicketsPage() {
  const { t } = useLingui()
  const { part = 'import' } = route.useSearch()
  const titles = { import: t`Import`, ticket: t`Find a ticket`, concerts: t`Concerts to settle` }
  return (
    <StaffPage title={t`Tickets`}>
      <Tabs label={t`Parts of this page`}>
        {parts.map((one) => (
          <ChoiceLink key={one} to="/tickets" search={{ part: one }} isChosen={one === part}>
            {titles[one]}
          </ChoiceLink>
        ))}
      </Tabs>
      {part === 'import' && <Import />}
      {part === 'ticket' && <TicketLookUp />}
      {part === 'concerts' && <Concerts />}
    </StaffPage>
  )
}

function Import() {
  const may = useMay()
  return (
    <>
      {may('ticket_import') && <ImportFile />}
      <ImportList />
    </>
  )
}

type Undone = AnswerOf<typeof undoImport>

/** The latest imports, each of which can be undone as a whole. */
function ImportList() {
  const query = useQuery(staffQuery(ticketImports, {}))
  const [asked, setAsked] = useState<ListedImport | null>(null)
  const [undone, setUndone] = useState<{ file: string; answer: Undone } | null>(null)
  const close = (answer?: Undone) => {
    if (answer && asked) setUndone({ file: asked.file, answer })
    setAsked(null)
  }
  return (
    <section className={styles['bad']}>
      <h2>
        <Trans>Imports</Trans>
      </h2>
      {undone && <UndoneNotice {...undone} />}
      <Answered query={query}>
        {({ imports }) =>
          imports.length === 0 ? (
            <Empty>
              <Trans>Nothing has been imported yet. Choose the outlet’s file above.</Trans>
            </Empty>
          ) : (
            <ImportTable
              imports={imports}
              onUndo={(one) => {
                setUndone(null)
                setAsked(one)
              }}
            />
          )
        }
      </Answered>
      {asked && <UndoDialog asked={asked} onClose={close} />}
    </section>
  )
}

function ImportTable({
  imports,
  onUndo,
}: {
  imports: readonly ListedImport[]
  onUndo: (chosen: ListedImport) => void
}) {
  const { t, i18n } = useLingui()
  const may = useMay()
  return (
    <Table
      label={t`Imports`}
      rows={imports}
      keyOf={({ id }) => id}
      columns={[
        { head: t`File`, isName: true, renderCell: ({ file }) => file },
        { head: t`When`, renderCell: ({ imported }) => <When at={imported?.at ?? null} /> },
        { head: t`Done by`, renderCell: ({ imported }) => (imported ? actorText(imported.by, i18n) : '–') },
        { head: t`New tickets`, isNumber: true, renderCell: ({ added }) => formatPoints(added) },
        { head: t`New concerts`, isNumber: true, renderCell: ({ performances }) => formatPoints(performances) },
        { head: t`Already there`, isNumber: true, renderCell: ({ unchanged }) => formatPoints(unchanged) },
        { head: t`Left out`, isNumber: true, renderCell: ({ bad }) => formatPoints(bad) },
        {
          head: t`Undone`,
          renderCell: (one) =>
            one.undone ? (
              <>
                <When at={one.undone.at} />, {actorText(one.undone.by, i18n)}
              </>
            ) : may('ticket_import') && one.added > 0 ? (
              <Button className={styles['undo']} aria-label={t`Undo ${one.file}`} onClick={() => onUndo(one)}>
                <Trans>Undo</Trans>
              </Button>
            ) : (
              '–'
            ),
        },
      ]}
    />
  )
}

function UndoDialog({ asked, onClose }: { asked: ListedImport; onClose: (answer?: Undone) => void }) {
  const { t } = useLingui()
  const act = useAct(undoImport)
  return (
    <ConfirmDialog
      title={t`Undo the import of ${asked.file}?`}
      tone="danger"
      confirm={<Trans>Undo the import</Trans>}
      act={act}
      onConfirm={() => act.mutate({ importId: asked.id }, { onSuccess: onClose })}
      onClose={() => onClose()}
    >
      <p>
        <Plural
          value={asked.added}
          one="# ticket will be removed, and so will concerts that came with it and have no other tickets. You can import the file again."
          other="# tickets will be removed, and so will concerts that came with them and have no other tickets. You can import the file again."
        />
      </p>
    </ConfirmDialog>
  )
}

function UndoneNotice({ file, answer }: { file: string; answer: Undone }) {
  switch (answer.kind) {
    case 'undone':
      return (
        <Notice tone="success">
          <Trans>The import of {file} is undone.</Trans>{' '}
          <Plural value={answer.tickets} one="# ticket was removed." other="# tickets were removed." />
        </Notice>
      )
    case 'undone_before':
      return (
        <Notice tone="warning">
          {answer.by ? (
            <p>
              <Trans>
                {answer.by.by} has already undone this import, <When at={answer.by.at} />.
              </Trans>
            </p>
          ) : (
            <Trans>This import has already been undone.</Trans>
          )}
        </Notice>
      )
    case 'used':
      return (
        <Notice
          tone="warning"
          title={<Trans>The import of {file} can’t be undone any more. Nothing was changed.</Trans>}
        >
          <Trans>
            Of its tickets: scanned {formatPoints(answer.scanned)}, claimed {formatPoints(answer.claimed)}, returned{' '}
            {formatPoints(answer.returned)}. Return single tickets instead.
          </Trans>
        </Notice>
      )
    case 'busy':
      return (
        <Notice tone="warning">
          <Trans>Someone else is importing tickets now. Nothing was changed: try again in a minute.</Trans>
        </Notice>
      )
    case 'unknown':
      return (
        <Notice tone="warning">
          <Trans>This import no longer exists.</Trans>
        </Notice>
      )
  }
}
