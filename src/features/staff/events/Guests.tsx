import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { csvFile } from '#contract/schemas/csvLine.ts'
import {
  cancelGuestRegistration,
  eventGuests,
  type Guest,
  type ListedEvent,
  markAttendance,
} from '#contract/staff/events.ts'
import { guestLines } from '#contract/staff/files.ts'
import { areWords, longestWords } from '#contract/staff/schemas.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { type Column, Table } from '#src/ui/layout/Table.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { When } from '../parts/When.tsx'
import { memberName } from '../parts/memberName.ts'
import { useMay } from '../session.ts'
import { useAct } from '../staffClient.ts'
import styles from './EventsPage.module.css'

/** Who comes to an event, and who waits: their names for a reason, which they can read. */
export function Guests({ event }: { event: ListedEvent }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [guests, setGuests] = useState<readonly Guest[] | null>(null)
  const act = useAct(eventGuests)
  if (event.registrations === 0 && guests === null)
    return (
      <Empty>
        <Trans>No one has registered yet.</Trans>
      </Empty>
    )
  return (
    <>
      <form
        className={styles['ask']}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (!areWords(reason)) return setFault(t`Say why: the guests will read it.`)
          return act.mutate(
            { alias: event.alias, reason: reason.trim() },
            { onSuccess: (answer) => setGuests(answer.guests) },
          )
        }}
      >
        <TextField
          label={t`What you need the names for`}
          hint={t`Such as “List for the door”. The guests can read it.`}
          value={reason}
          maxLength={longestWords}
          error={fault}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(null)
          }}
        />
        <ButtonRow>
          <Button type="submit" variant={guests ? 'secondary' : 'primary'} busy={act.isPending}>
            <Trans>Show the guests</Trans>
          </Button>
          {guests && (
            <Button onClick={() => saveFile(`guests-${event.alias}.csv`, csvFile(guestLines(guests)))}>
              <Trans>Download CSV</Trans>
            </Button>
          )}
        </ButtonRow>
      </form>
      <ActFailure error={act.error} />
      {guests && <GuestTable guests={guests} onChange={(change) => setGuests((now) => now && change(now))} />}
    </>
  )
}

interface GuestTableProps {
  guests: readonly Guest[]
  /** Called with what was done to the guests: several answers may be on their way. */
  onChange: (change: (guests: readonly Guest[]) => readonly Guest[]) => void
}

function GuestTable({ guests, onChange }: GuestTableProps) {
  const { t } = useLingui()
  const may = useMay()
  const [leaving, setLeaving] = useState<Guest | null>(null)
  const [isGone, setIsGone] = useState(false)
  const columns: Column<Guest>[] = [
    { head: t`Name`, isName: true, renderCell: memberName },
    {
      head: t`State`,
      isWhole: true,
      renderCell: ({ state }) =>
        state === 'registered' ? (
          <Badge tone="success">
            <Trans>Registered</Trans>
          </Badge>
        ) : (
          <Badge tone="warning">
            <Trans>On the waiting list</Trans>
          </Badge>
        ),
    },
    { head: t`Places`, isNumber: true, renderCell: ({ quantity }) => quantity },
    { head: t`Mobile`, isWhole: true, renderCell: ({ mobile }) => mobile ?? '–' },
    { head: t`Email`, renderCell: ({ email }) => email },
    { head: t`When`, renderCell: ({ registeredAt }) => <When at={registeredAt} /> },
  ]
  if (may('attendance_mark'))
    columns.splice(3, 0, {
      head: t`Arrived`,
      renderCell: (guest) =>
        guest.state === 'waiting' ? (
          '–'
        ) : (
          <Arrived
            guest={guest}
            onMarked={(attended) =>
              onChange((now) => now.map((one) => (one.refNo === guest.refNo ? { ...one, attended } : one)))
            }
            onGone={() => setIsGone(true)}
          />
        ),
    })
  if (may('registration_cancel'))
    columns.push({
      head: t`Cancel`,
      isControl: true,
      renderCell: (guest) => (
        <Button aria-label={t`Cancel the registration of ${memberName(guest)}`} onClick={() => setLeaving(guest)}>
          <Trans>Cancel…</Trans>
        </Button>
      ),
    })
  return (
    <>
      {isGone && (
        <Notice tone="warning">
          <Trans>This registration has changed in the meantime. Show the guests again.</Trans>
        </Notice>
      )}
      <Table label={t`Guests`} rows={guests} keyOf={({ refNo }) => refNo} columns={columns} />
      {leaving && (
        <CancelDialog
          guest={leaving}
          onClose={(isCancelled) => {
            setLeaving(null)
            if (isCancelled) onChange((now) => now.filter(({ refNo }) => refNo !== leaving.refNo))
          }}
        />
      )}
    </>
  )
}

interface ArrivedProps {
  guest: Guest
  onMarked: (attended: number) => void
  /** Called where the registration is not any more as it is shown. */
  onGone: () => void
}

/** How many of a guest's places were taken at the door; another choice takes it back. */
function Arrived({ guest, onMarked, onGone }: ArrivedProps) {
  const { t } = useLingui()
  const act = useAct(markAttendance)
  const { refNo, quantity, attended } = guest
  const mark = (next: number) =>
    act.mutate(
      { refNo, before: attended, attended: next },
      { onSuccess: ({ kind }) => (kind === 'marked' || kind === 'unchanged' ? onMarked(next) : onGone()) },
    )
  return (
    <>
      <select
        className={styles['arrived']}
        aria-label={t`Arrived: ${memberName(guest)}`}
        value={act.isPending ? act.variables.attended : attended}
        onChange={({ target }) => mark(Number(target.value))}
      >
        {Array.from({ length: quantity + 1 }, (_, count) => (
          <option key={count} value={count}>
            {t`${count} of ${quantity}`}
          </option>
        ))}
      </select>
      <ActFailure error={act.error} />
    </>
  )
}

interface CancelDialogProps {
  guest: Guest
  onClose: (isCancelled: boolean) => void
}

/** Gives a guest's places back, for a reason that they read. */
function CancelDialog({ guest, onClose }: CancelDialogProps) {
  const { t } = useLingui()
  const act = useAct(cancelGuestRegistration)
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const name = memberName(guest)
  return (
    <Dialog open onClose={() => onClose(false)} title={t`Cancel the registration of ${name}?`}>
      <form
        className={styles['form']}
        onSubmit={(submit) => {
          submit.preventDefault()
          if (!areWords(reason)) return setFault(t`Say why: the guest will read it.`)
          return act.mutate(
            { refNo: guest.refNo, reason: reason.trim() },
            { onSuccess: ({ kind }) => kind !== 'begun' && onClose(true) },
          )
        }}
      >
        <p>
          <Trans>They get an email with your reason. Their places go to the waiting list.</Trans>
        </p>
        <TextField
          label={t`Why`}
          value={reason}
          maxLength={longestWords}
          error={fault}
          onChange={({ target }) => {
            setReason(target.value)
            setFault(null)
          }}
        />
        {act.data?.kind === 'begun' && (
          <Notice tone="warning">
            <Trans>The event has begun, so nothing was changed.</Trans>
          </Notice>
        )}
        <ActFailure error={act.error} />
        <DialogActions>
          <Button type="submit" variant="danger" busy={act.isPending}>
            <Trans>Cancel the registration</Trans>
          </Button>
          <Button onClick={() => onClose(false)}>
            <Trans>Keep it</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
