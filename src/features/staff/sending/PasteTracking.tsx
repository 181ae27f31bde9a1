import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import * as v from 'valibot'
import type { AnswerOf } from '#contract/endpoint.ts'
import { RefNo } from '#contract/staff/schemas.ts'
import { longestTracking, mostParcels, sendParcels } from '#contract/staff/sending.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { TextArea } from '#src/ui/forms/TextArea.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { parcelStateMessages } from '../messages.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import { type TrackingFault, type TrackingLine, trackingLinesIn } from './pastedTracking.ts'
import styles from './Sending.module.css'

type Checked = AnswerOf<typeof sendParcels>['lines'][number]

const faultMessages: Record<TrackingFault, MessageDescriptor> = {
  no_reference: msg`No reference`,
  no_tracking: msg`No tracking number`,
  too_long: msg`The tracking number is too long`,
  twice_reference: msg`The reference is on an earlier line, too`,
  twice_tracking: msg`The tracking number is on an earlier line, too`,
}

const parcelsOf = (some: readonly TrackingLine[]) => some.map(({ refNo, tracking }) => ({ refNo, tracking }))

interface PasteTrackingProps {
  /** Called with what became of the parcels that were sent. */
  onSent: (lines: readonly Checked[]) => void
}

/** Marks parcels as sent by pasted references and tracking numbers, once it was shown which lines match. */
export function PasteTracking({ onSent }: PasteTrackingProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const [error, setError] = useState<string | null>(null)
  const check = useAct(sendParcels)
  const send = useAct(sendParcels)
  const lines = trackingLinesIn(text)
  const sound = lines.filter(({ fault, refNo }) => fault === null && v.is(RefNo, refNo))
  const checkedOf = ({ refNo, fault }: TrackingLine) =>
    fault === null ? check.data?.lines.find((one) => one.refNo === refNo) : undefined
  const ready = check.data ? lines.filter((line) => checkedOf(line)?.kind === 'ready') : []
  const change = (next: string) => {
    setText(next)
    setError(null)
    check.reset()
    send.reset()
  }
  const look = () => {
    if (lines.length === 0) return setError(t`Paste at least one line.`)
    if (lines.length > mostParcels) return setError(t`Paste up to ${mostParcels} at a time.`)
    if (sound.length === 0)
      return setError(t`No line has a reference and a tracking number, such as ABCD-1234, RR123456785HK.`)
    return check.mutate({ parcels: parcelsOf(sound), isDryRun: true })
  }
  const save = () => {
    send.mutate(
      { parcels: parcelsOf(ready), isDryRun: false },
      {
        onSuccess: (answer) => {
          // What was wrong stays, to be put right.
          change(lines.flatMap((line) => (ready.includes(line) ? [] : [line.text])).join('\n'))
          onSent(answer.lines)
        },
      },
    )
  }
  return (
    <details className={styles['paste']}>
      <summary>
        <Trans>Paste tracking numbers</Trans>
      </summary>
      <form
        className={styles['pasteForm']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <TextArea
          label={t`References and tracking numbers`}
          hint={
            <Trans>
              One parcel on each line: its reference, then a comma or tab, then the tracking number. You can paste two
              columns of a sheet.
            </Trans>
          }
          spellCheck={false}
          value={text}
          error={error}
          readOnly={send.isPending}
          onChange={({ target }) => change(target.value)}
        />
        <Button type="submit" busy={check.isPending}>
          <Trans>Check the lines</Trans>
        </Button>
      </form>
      <ActFailure error={send.error ?? check.error} />
      {check.data && (
        <div className={styles['pasteForm']}>
          <p>
            <output>
              <Trans>
                Lines that match: {ready.length} of {lines.length}
              </Trans>
            </output>
          </p>
          <Table
            label={t`Pasted lines`}
            rows={lines}
            keyOf={({ at }) => String(at)}
            columns={[
              { head: t`Line`, isNumber: true, renderCell: ({ at }) => at },
              { head: t`Reference`, isName: true, renderCell: ({ refNo }) => refNo || '–' },
              { head: t`Tracking number`, renderCell: ({ tracking }) => tracking.slice(0, longestTracking) || '–' },
              { head: t`Result`, renderCell: (line) => <Verdict line={line} checked={checkedOf(line)} /> },
            ]}
          />
          {ready.length > 0 && (
            <ButtonRow>
              <Button variant="primary" busy={send.isPending} onClick={save}>
                <Plural value={ready.length} one="Mark # parcel as sent" other="Mark # parcels as sent" />
              </Button>
            </ButtonRow>
          )}
        </div>
      )}
    </details>
  )
}

function Verdict({ line, checked }: { line: TrackingLine; checked: Checked | undefined }) {
  const { i18n } = useLingui()
  if (line.fault !== null) return <Badge tone="danger">{i18n._(faultMessages[line.fault])}</Badge>
  if (checked?.kind === 'ready')
    return (
      <>
        <Badge tone="success">
          <Trans>Matches</Trans>
        </Badge>{' '}
        {checked.name}
      </>
    )
  if (checked?.kind !== 'refused')
    return (
      <Badge tone="danger">
        <Trans>No parcel has this reference</Trans>
      </Badge>
    )
  return (
    <>
      <Badge tone="warning">{i18n._(parcelStateMessages[checked.state])}</Badge>{' '}
      {checked.by && (
        <Trans>
          {checked.by.by}, <When at={checked.by.at} />
        </Trans>
      )}
    </>
  )
}
