import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { labelLines } from '#contract/staff/files.ts'
import { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { downloadCsv, fileDay } from '../parts/download.ts'
import { Empty } from '../parts/Empty.tsx'
import { scrollable } from '../parts/scrollable.ts'
import { useAct } from '../staffCalls.ts'
import styles from './LabelSheets.module.css'

type Label = AnswerOf<typeof staffEndpoints.parcelLabels>['labels'][number]

/** As many labels as a sheet of A4 has: 3 by 8, each 70 by 37 mm. */
const perSheet = 24

/** Labels of what is ordered or came back: read once, to be printed or taken as CSV. */
export function LabelSheets() {
  const { t } = useLingui()
  const act = useAct(staffEndpoints.parcelLabels)
  const labels = act.data?.labels
  return (
    <Disclosure title={t`Address labels`} level={2}>
      <div className={styles['labels']}>
        <p>
          <Trans>
            For parcels that are ordered or came back: 24 labels of 70 × 37 mm on each A4 sheet. We record that you’ve
            read the addresses, and members can see that.
          </Trans>
        </p>
        <ButtonRow>
          <Button busy={act.isPending} onClick={() => act.mutate({})}>
            <Trans>Prepare labels</Trans>
          </Button>
          {labels && labels.length > 0 && (
            <>
              <Button variant="primary" onClick={() => print()}>
                <Plural value={labels.length} one="Print # label" other="Print # labels" />
              </Button>
              <Button onClick={() => downloadCsv(`labels-${fileDay()}.csv`, labelLines(labels))}>
                <Trans>Download CSV</Trans>
              </Button>
            </>
          )}
        </ButtonRow>
        <ActFailure error={act.error} />
        {labels?.length === 0 && (
          <Empty>
            <Trans>No parcels to pack.</Trans>
          </Empty>
        )}
        {labels && labels.length > 0 && <Sheets labels={labels} />}
      </div>
    </Disclosure>
  )
}

function Sheets({ labels }: { labels: readonly Label[] }) {
  const { t } = useLingui()
  const sheets = Array.from({ length: Math.ceil(labels.length / perSheet) }, (_, at) =>
    labels.slice(at * perSheet, (at + 1) * perSheet),
  )
  return (
    <div className={styles['sheets']} {...scrollable(t`Labels to print`)}>
      {sheets.map((sheet) => (
        <ol key={sheet[0]?.refNo} className={styles['sheet']}>
          {sheet.map(({ refNo, name, lines }) => (
            <li key={refNo}>
              <strong>{name}</strong>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
              <small>{refNo}</small>
            </li>
          ))}
        </ol>
      ))}
    </div>
  )
}
