import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { addGuest, type Guest, type ListedEvent, mostGiven, promoteGuest } from '#contract/staff/events.ts'
import type { FoundMember } from '#contract/staff/schemas.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { Notice } from '#src/ui/states/Notice.tsx'
import { MemberSearch } from '../members/MemberSearch.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { useAct } from '../staffClient.ts'

type Answer = AnswerOf<typeof addGuest>

/** Gives a guest who waits the places that they wait for. */
export function PromoteDialog({ guest, onClose }: { guest: Guest; onClose: (isPromoted: boolean) => void }) {
  const { t } = useLingui()
  const act = useAct(promoteGuest)
  const name = memberName(guest)
  const give = (mayExceed: boolean) =>
    act.mutate(
      { refNo: guest.refNo, mayExceed },
      {
        onSuccess: ({ kind }) => {
          if (kind !== 'registered' && kind !== 'unchanged') return
          showToast({ title: t`${name} has a place`, tone: 'success' })
          onClose(true)
        },
      },
    )
  return (
    <PlacesDialog
      title={t`Give ${name} the places?`}
      act={act}
      onConfirm={give}
      onClose={() => onClose(false)}
      answer={act.data}
    >
      <p>
        <Plural
          value={guest.quantity}
          one="# place. They get an email. Whoever has waited longer stays on the waiting list."
          other="# places. They get an email. Whoever has waited longer stays on the waiting list."
        />
      </p>
    </PlacesDialog>
  )
}

/** Finds a member, and registers them. */
export function AddGuest({ event, onAdded }: { event: ListedEvent; onAdded: () => void }) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<FoundMember | null>(null)
  return (
    <Disclosure title={t`Add a guest`}>
      <MemberSearch label={t`Find a member`} chosen={chosen?.id ?? null} onChoose={setChosen} />
      {chosen && (
        <AddDialog
          event={event}
          member={chosen}
          onClose={(isAdded) => {
            setChosen(null)
            if (isAdded) onAdded()
          }}
        />
      )}
    </Disclosure>
  )
}

interface AddDialogProps {
  event: ListedEvent
  member: FoundMember
  onClose: (isAdded: boolean) => void
}

function AddDialog({ event, member, onClose }: AddDialogProps) {
  const { t } = useLingui()
  const act = useAct(addGuest)
  const [places, setPlaces] = useState('1')
  const [isChecked, setIsChecked] = useState(false)
  const name = memberName(member)
  const quantity = /^\d{1,2}$/.test(places.trim()) ? Number(places) : 0
  const isNumber = quantity >= 1 && quantity <= mostGiven
  const add = (mayExceed: boolean) => {
    setIsChecked(true)
    if (!isNumber) return
    act.mutate(
      { alias: event.alias, memberId: member.id, quantity, mayExceed },
      {
        onSuccess: ({ kind }) => {
          if (kind !== 'registered') return
          showToast({ title: t`${name} is registered`, tone: 'success' })
          onClose(true)
        },
      },
    )
  }
  return (
    <PlacesDialog
      title={t`Register ${name}?`}
      act={act}
      onConfirm={add}
      onClose={() => onClose(false)}
      answer={act.data}
    >
      <p>
        <Trans>They get an email with the event’s time and place.</Trans>
      </p>
      <TextField
        label={t`Places`}
        inputMode="numeric"
        autoComplete="off"
        value={places}
        error={isChecked && !isNumber ? t`Enter a whole number from 1 to ${mostGiven}.` : null}
        onChange={({ target }) => {
          setPlaces(target.value)
          act.reset()
        }}
      />
    </PlacesDialog>
  )
}

interface PlacesDialogProps {
  title: string
  act: { error: unknown; isPending: boolean }
  /** What became of the last try. */
  answer: Answer | undefined
  /** Called with whether the event may get more places. */
  onConfirm: (mayExceed: boolean) => void
  onClose: () => void
  children: ReactNode
}

function PlacesDialog({ title, act, answer, onConfirm, onClose, children }: PlacesDialogProps) {
  const { t } = useLingui()
  const [exceeds, setExceeds] = useState(false)
  const isFull = answer?.kind === 'full'
  return (
    <ConfirmDialog
      title={title}
      tone="primary"
      confirm={<Trans>Give the places</Trans>}
      act={act}
      onConfirm={() => onConfirm(isFull && exceeds)}
      onClose={onClose}
    >
      {children}
      {answer && answer.kind !== 'registered' && (
        <Notice tone="warning">
          <OutcomeText answer={answer} />
        </Notice>
      )}
      {isFull && (
        <Checkbox
          label={t`Give the event more places`}
          checked={exceeds}
          onChange={({ target }) => setExceeds(target.checked)}
        />
      )}
    </ConfirmDialog>
  )
}

/** Why nobody was given places; nothing where somebody was. */
function OutcomeText({ answer }: { answer: Answer }) {
  switch (answer.kind) {
    case 'registered':
      return null
    case 'full':
      return (
        <Plural
          value={answer.free}
          _0="The event is full."
          one="Only # place is left."
          other="Only # places are left."
        />
      )
    case 'unchanged':
      return <Trans>They’re registered already.</Trans>
    case 'waiting':
      return <Trans>They’re on the waiting list. Show the guests, and give them the places there.</Trans>
    case 'begun':
      return <Trans>The event has begun, so nothing was changed.</Trans>
    case 'withdrawn':
      return <Trans>The event is postponed, so nothing was changed.</Trans>
    case 'suspended':
      return <Trans>The membership is suspended, so nothing was changed.</Trans>
    case 'closed':
      return <Trans>This account is closed: no one can be registered with it.</Trans>
    case 'unknown':
    case 'unknown_member':
      return <Trans>This has changed in the meantime. Show the guests again.</Trans>
  }
}
