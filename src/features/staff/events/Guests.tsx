import { Trans, useLingui } from '@lingui/react/macro'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { csvFile } from '#contract/schemas/csvLine.ts'
import { cancelGuestRegistration, eventGuests, type Guest, type ListedEvent } from '#contract/staff/events.ts'
import { guestLines } from '#contract/staff/files.ts'
import { languageTable } from '#contract/language.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatEventTime } from '#src/i18n/dates.ts'
import { localized } from '#src/i18n/localized.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Icon } from '#src/ui/content/Icon.tsx'
import { type Column, Table } from '#src/ui/layout/Table.tsx'
import { Empty } from '#src/ui/states/Empty.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { When } from '../parts/When.tsx'
import { useMay } from '../session.ts'
import { useAct } from '../staffClient.ts'
import { Arrived } from './Arrived.tsx'
import { AddGuest, PromoteDialog } from './GivePlaces.tsx'
import styles from './EventsPage.module.css'

interface GuestsProps {
  event: ListedEvent
  /** Those who were asked for; null before. */
  guests: readonly Guest[] | null
  onGuests: Dispatch<SetStateAction<readonly Guest[] | null>>
}

/** Who comes to an event, and who waits: their names for a reason, which they can read. */
export function Guests({ event, guests, onGuests: setGuests }: GuestsProps) {
  const { t } = useLingui()
  const reason = useReason()
  const may = useMay()
  const act = useAct(eventGuests)
  const adding = may('registration_make') && may('member_search') && (
    <AddGuest event={event} onAdded={() => setGuests(null)} />
  )
  if (event.registrations === 0 && guests === null)
    return (
      <>
        <Empty>
          <Trans>No one has registered yet.</Trans>
        </Empty>
        {adding}
      </>
    )
  return (
    <>
      {adding}
      <form
        className={styles['ask']}
        onSubmit={(submit) => {
          submit.preventDefault()
          const words = reason.read()
          if (words === null) return
          act.mutate({ alias: event.alias, reason: words }, { onSuccess: (answer) => setGuests(answer.guests) })
        }}
      >
        <ReasonField
          {...reason.field}
          label={t`What you need the names for`}
          hint={t`Such as “List for the door”. The guests can read it.`}
          missing={t`Say why: the guests will read it.`}
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
          {guests && (
            <Button onClick={() => print()}>
              <Trans>Print</Trans>
            </Button>
          )}
        </ButtonRow>
      </form>
      <ActFailure error={act.error} />
      {guests && <PrintedList event={event} guests={guests} />}
      {guests && <GuestTable guests={guests} onChange={(change) => setGuests((now) => now && change(now))} />}
    </>
  )
}

/** The list on paper, by name: a box to tick for each guest, without what the door doesn't need. */
function PrintedList({ event, guests }: { event: ListedEvent; guests: readonly Guest[] }) {
  const lang = useLanguage()
  const collator = new Intl.Collator(languageTable[lang].tag)
  const byName = guests.toSorted((one, other) => collator.compare(memberName(one), memberName(other)))
  const waiting = byName.filter(({ state }) => state === 'waiting')
  return (
    <div className={styles['printed']}>
      <h1>{(event.name && localized(event.name, lang)) || event.alias}</h1>
      <p>
        {[event.startsAt && formatEventTime(event.startsAt, lang), event.venue && localized(event.venue, lang)]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <PrintedTable guests={byName.filter(({ state }) => state === 'registered')} />
      {waiting.length > 0 && (
        <>
          <h2>
            <Trans>Waiting list</Trans>
          </h2>
          <PrintedTable guests={waiting} />
        </>
      )}
    </div>
  )
}

function PrintedTable({ guests }: { guests: readonly Guest[] }) {
  const { t } = useLingui()
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t`Arrived`}</th>
          <th scope="col">{t`Name`}</th>
          <th scope="col">{t`Places`}</th>
        </tr>
      </thead>
      <tbody>
        {guests.map((guest) => (
          <tr key={guest.refNo}>
            <td>
              <span className={styles['box']}>{guest.attended === guest.quantity && <Icon name="check" />}</span>
            </td>
            <th scope="row">{memberName(guest)}</th>
            <td>{guest.quantity}</td>
          </tr>
        ))}
      </tbody>
    </table>
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
  const [promoted, setPromoted] = useState<Guest | null>(null)
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
  if (may('registration_make') && guests.some(({ state }) => state === 'waiting'))
    columns.push({
      head: t`Give places`,
      isControl: true,
      renderCell: (guest) =>
        guest.state === 'waiting' && (
          <Button aria-label={t`Give places to ${memberName(guest)}`} onClick={() => setPromoted(guest)}>
            <Trans>Give places…</Trans>
          </Button>
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
      {promoted && (
        <PromoteDialog
          guest={promoted}
          onClose={(isPromoted) => {
            setPromoted(null)
            if (!isPromoted) return
            onChange((now) =>
              now.map((one) => (one.refNo === promoted.refNo ? { ...one, state: 'registered' as const } : one)),
            )
          }}
        />
      )}
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

interface CancelDialogProps {
  guest: Guest
  onClose: (isCancelled: boolean) => void
}

/** Gives a guest's places back, for a reason that they read. */
function CancelDialog({ guest, onClose }: CancelDialogProps) {
  const { t } = useLingui()
  const act = useAct(cancelGuestRegistration)
  const name = memberName(guest)
  const reason = useReason()
  const cancel = () => {
    const words = reason.read()
    if (words === null) return
    act.mutate({ refNo: guest.refNo, reason: words }, { onSuccess: ({ kind }) => kind !== 'begun' && onClose(true) })
  }
  return (
    <ConfirmDialog
      title={t`Cancel the registration of ${name}?`}
      tone="danger"
      confirm={<Trans>Cancel the registration</Trans>}
      cancel={<Trans>Keep it</Trans>}
      act={act}
      onConfirm={cancel}
      onClose={() => onClose(false)}
    >
      <p>
        <Trans>They get an email with your reason. Their places go to the waiting list.</Trans>
      </p>
      <ReasonField {...reason.field} hint={null} missing={t`Say why: the guest will read it.`} />
      {act.data?.kind === 'begun' && (
        <Notice tone="warning">
          <Trans>The event has begun, so nothing was changed.</Trans>
        </Notice>
      )}
    </ConfirmDialog>
  )
}
