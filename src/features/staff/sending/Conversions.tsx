import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { dayOf } from '#contract/hongKong.ts'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { conversionLines } from '#contract/staff/files.ts'
import { countConversions, exportConversions, markConversions } from '#contract/staff/sending.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure, Answered } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { useAct, staffQuery } from '../staffClient.ts'
import { AirlineAnswer } from './AirlineAnswer.tsx'
import styles from './Sending.module.css'

type Conversion = AnswerOf<typeof exportConversions>['conversions'][number]

/** What the airline has to be told: a file first, then the mark that it has it. */
export function Conversions() {
  const may = useMay()
  const query = useQuery(staffQuery(countConversions, {}))
  return (
    <Answered query={query}>
      {({ count, miles, since, withoutAccount }) => (
        <div className={styles['conversions']}>
          {count === 0 ? (
            <Empty>
              <Trans>All conversions have been sent to the airline.</Trans>
            </Empty>
          ) : (
            <p>
              <Plural value={count} one="# conversion" other="# conversions" />,{' '}
              <Trans>
                {formatPoints(miles)} miles, the oldest from <When at={since} day />.
              </Trans>
            </p>
          )}
          {withoutAccount > 0 && (
            <Notice tone="info">
              <Plural
                value={withoutAccount}
                one="# conversion can’t be sent: the account is closed, and the airline number deleted."
                other="# conversions can’t be sent: the accounts are closed, and the airline numbers deleted."
              />
            </Notice>
          )}
          {may('conversion_send') && <AirlineFile hasAny={count > 0} />}
          {may('conversion_send') && <AirlineAnswer />}
        </div>
      )}
    </Answered>
  )
}

function AirlineFile({ hasAny }: { hasAny: boolean }) {
  const read = useAct(exportConversions)
  const mark = useAct(markConversions)
  const [isDownloaded, setDownloaded] = useState(false)
  const inFile = read.data?.conversions
  const look = () => {
    mark.reset()
    setDownloaded(false)
    read.mutate({})
  }
  const download = (conversions: readonly Conversion[]) => {
    saveFile(`conversions-${dayOf(new Date())}.csv`, csvFile(conversionLines(conversions)))
    setDownloaded(true)
  }
  const markAll = (conversions: readonly Conversion[]) =>
    mark.mutate(
      { refNos: conversions.map(({ refNo }) => refNo) },
      {
        onSuccess: ({ kind }) => {
          if (kind === 'marked') read.reset()
        },
      },
    )
  return (
    <>
      {(hasAny || inFile) && (
        <ol className={styles['steps']}>
          <li>
            <Button variant={inFile ? 'secondary' : 'primary'} busy={read.isPending} onClick={look}>
              <Trans>See the airline’s file</Trans>
            </Button>
            <p>
              <Trans>It holds each member’s name and airline number, so we record that you’ve seen it.</Trans>
            </p>
          </li>
          {inFile && inFile.length > 0 && (
            <li>
              <Button variant={isDownloaded ? 'secondary' : 'primary'} onClick={() => download(inFile)}>
                <Trans>Download the airline’s file</Trans>
              </Button>
              <p>
                <Trans>Send it to the airline.</Trans>
              </p>
            </li>
          )}
          {inFile && inFile.length > 0 && isDownloaded && (
            <li>
              <ButtonRow>
                <Button variant="primary" busy={mark.isPending} onClick={() => markAll(inFile)}>
                  <Plural value={inFile.length} one="Mark # as sent" other="Mark these # as sent" />
                </Button>
              </ButtonRow>
              <p>
                <Trans>Do this once the airline has the file. Each member gets an email.</Trans>
              </p>
            </li>
          )}
        </ol>
      )}
      <ActFailure error={read.error ?? mark.error} />
      {mark.data?.kind === 'marked' && (
        <Notice tone="success">
          <Trans>Marked as sent. The members were told by email.</Trans>
        </Notice>
      )}
      {mark.data?.kind === 'marked_meanwhile' && (
        <Notice tone="warning">
          <p>
            <Trans>
              Nothing was changed: {mark.data.by?.by ?? '–'} has already marked some of them (
              <When at={mark.data.by?.at ?? null} />
              ). Don’t send this file: look at it again, and download it.
            </Trans>
          </p>
        </Notice>
      )}
      {mark.data?.kind === 'not_exported' && (
        <Notice tone="warning">
          <Trans>
            Nothing was changed: some of them were in no file for the airline. Look at the airline’s file again, and
            download it.
          </Trans>
        </Notice>
      )}
      {inFile && inFile.length > 0 && <FileTable conversions={inFile} />}
    </>
  )
}

function FileTable({ conversions }: { conversions: readonly Conversion[] }) {
  const { t } = useLingui()
  return (
    <Table
      label={t`In the file`}
      rows={conversions}
      keyOf={({ refNo }) => refNo}
      columns={[
        { head: t`Reference`, isName: true, renderCell: ({ refNo }) => refNo },
        { head: t`When`, renderCell: ({ at }) => <When at={at} /> },
        { head: t`Airline account`, renderCell: ({ account }) => account ?? '–' },
        { head: t`Name`, renderCell: ({ firstName, lastName }) => [firstName, lastName].filter(Boolean).join(' ') },
        { head: t`Points`, isNumber: true, renderCell: ({ points }) => formatPoints(points) },
        { head: t`Miles`, isNumber: true, renderCell: ({ miles }) => formatPoints(miles) },
      ]}
    />
  )
}
