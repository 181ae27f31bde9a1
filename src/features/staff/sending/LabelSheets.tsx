import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { dayOf } from '#contract/hongKong.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { labelLines } from '#contract/staff/files.ts'
import type { parcelLabels } from '#contract/staff/sending.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { scrollable } from '#src/ui/layout/scrollable.ts'
import { Empty } from '#src/ui/states/Empty.tsx'
import styles from './Sending.module.css'

type Label = AnswerOf<typeof parcelLabels>['labels'][number]

/** As many labels as a sheet of A4 has: 3 by 8, each 70 by 37 mm. */
const perSheet = 24

/** On this device: which label of a sheet that was begun is the first one left. */
const firstKey = 'club-bravo.first-label'

function rememberedFirst(): string {
  try {
    return localStorage.getItem(firstKey) ?? '1'
  } catch {
    return '1'
  }
}

function rememberFirst(first: string): void {
  try {
    localStorage.setItem(firstKey, first)
  } catch {
    // A private window, or a full disk: then the next sheet begins at 1.
  }
}

/** Which label of a sheet a text names, from 1 on; null where it names none. */
function labelOf(text: string): number | null {
  const first = /^\d{1,2}$/.test(text.trim()) ? Number(text) : 0
  return first >= 1 && first <= perSheet ? first : null
}

/** They stand above the list, and the button that asked for them below. */
function takeFocus(section: HTMLElement | null): void {
  section?.focus()
}

/** Labels that were prepared, to be printed or taken as CSV. */
export function LabelSheets({ labels }: { labels: readonly Label[] }) {
  const { t } = useLingui()
  const [typed, setTyped] = useState(rememberedFirst)
  const first = labelOf(typed)
  return (
    <section ref={takeFocus} tabIndex={-1} aria-label={t`Address labels`} className={styles['labels']}>
      {labels.length === 0 ? (
        <Empty>
          <Trans>No labels: these parcels have been sent, or have no address.</Trans>
        </Empty>
      ) : (
        <>
          <TextField
            className={styles['first']}
            label={t`First free label on the sheet`}
            hint={t`1 to ${perSheet}, row by row. This device remembers where the last sheet ended.`}
            type="number"
            inputMode="numeric"
            min={1}
            max={perSheet}
            autoComplete="off"
            value={typed}
            error={first === null ? t`Enter a whole number from 1 to ${perSheet}.` : null}
            onChange={({ target }) => {
              setTyped(target.value)
              if (labelOf(target.value) !== null) rememberFirst(target.value)
            }}
          />
          <ButtonRow>
            <Button
              variant="primary"
              aria-disabled={first === null || undefined}
              onClick={() => {
                if (first === null) return
                print()
                rememberFirst(String(((first - 1 + labels.length) % perSheet) + 1))
              }}
            >
              <Plural value={labels.length} one="Print # label" other="Print # labels" />
            </Button>
            <Button onClick={() => saveFile(`labels-${dayOf(new Date())}.csv`, csvFile(labelLines(labels)))}>
              <Trans>Download CSV</Trans>
            </Button>
          </ButtonRow>
          <Sheets labels={labels} first={first ?? 1} />
        </>
      )}
    </section>
  )
}

const keyOf = (place: number | Label) => (typeof place === 'number' ? String(place) : place.refNo)

function Sheets({ labels, first }: { labels: readonly Label[]; first: number }) {
  const { t } = useLingui()
  // The places whose labels are gone, by their number.
  const used = Array.from({ length: first - 1 }, (_, at) => at + 1)
  const places: (number | Label)[] = [...used, ...labels]
  const sheets = Array.from({ length: Math.ceil(places.length / perSheet) }, (_, at) =>
    places.slice(at * perSheet, (at + 1) * perSheet),
  )
  return (
    <div className={styles['sheets']} {...scrollable(t`Labels to print`)}>
      {sheets.map((sheet) => (
        <ol key={sheet.map(keyOf).join(' ')} className={styles['sheet']}>
          {sheet.map((place) =>
            typeof place === 'number' ? (
              <li key={keyOf(place)} aria-hidden="true" />
            ) : (
              <LabelItem key={keyOf(place)} label={place} />
            ),
          )}
        </ol>
      ))}
    </div>
  )
}

function LabelItem({ label: { refNo, name, phone, lines } }: { label: Label }) {
  return (
    <li>
      <strong>{name}</strong>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
      <small>{[refNo, phone].filter(Boolean).join(' · ')}</small>
    </li>
  )
}
