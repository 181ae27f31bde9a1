import { Plural, Trans, useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { dayOf } from '#contract/hongKong.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { labelLines } from '#contract/staff/files.ts'
import type { parcelLabels } from '#contract/staff/sending.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { scrollable } from '#src/ui/layout/scrollable.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import styles from './Sending.module.css'

type Label = AnswerOf<typeof parcelLabels>['labels'][number]

/** As many labels as a sheet of A4 has: 3 by 8, each 70 by 37 mm. */
const perSheet = 24

/** They stand above the list, and the button that asked for them below. */
function takeFocus(section: HTMLElement | null): void {
  section?.focus()
}

/** Labels that were prepared, to be printed or taken as CSV. */
export function LabelSheets({ labels }: { labels: readonly Label[] }) {
  const { t } = useLingui()
  return (
    <section ref={takeFocus} tabIndex={-1} aria-label={t`Address labels`} className={styles['labels']}>
      {labels.length === 0 ? (
        <Empty>
          <Trans>No labels: these parcels have been sent, or have no address.</Trans>
        </Empty>
      ) : (
        <>
          <ButtonRow>
            <Button variant="primary" onClick={() => print()}>
              <Plural value={labels.length} one="Print # label" other="Print # labels" />
            </Button>
            <Button onClick={() => saveFile(`labels-${dayOf(new Date())}.csv`, csvFile(labelLines(labels)))}>
              <Trans>Download CSV</Trans>
            </Button>
          </ButtonRow>
          <Sheets labels={labels} />
        </>
      )}
    </section>
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
