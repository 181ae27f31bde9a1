import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { admitAll, admitGuest, type DoorGuest, type ListedEvent, markAttendance } from '#contract/staff/events.ts'
import { longestSearched } from '#contract/staff/members.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { Badge } from '#src/ui/content/Badge.tsx'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import { SearchField } from '#src/ui/forms/SearchField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { CodeCamera } from '../counter/CodeCamera.tsx'
import { useCounterKeys } from '../counter/useCounterKeys.ts'
import { useIdle } from '../counter/useIdle.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { memberName } from '../parts/memberName.ts'
import { useDone } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import { Arrived } from './Arrived.tsx'
import styles from './EventsPage.module.css'

type Answer = AnswerOf<typeof admitGuest>
type Asked = RequestOf<typeof admitGuest>['guest']

/** What became of a guest at the door: the answer, nothing as long as it is on its way, or why there is none. */
interface Entry {
  id: number
  /** What was typed or scanned; nothing where the guest was chosen. */
  text: string
  answer: Answer | { kind: 'taken_back'; guest: DoorGuest } | { kind: 'failed'; error: unknown } | null
}

/** How many of the last guests are shown: a second scan may be quicker than the answer to the first. */
const mostShown = 3

interface DoorProps {
  event: ListedEvent
  /** Called with how many of a registration's places are taken. */
  onArrived: (refNo: string, attended: number) => void
  /** Called once everybody is noted. */
  onAll: () => void
}

/**
 * Lets guests in by one field, which takes the number on a card, a reference or a name, also from a hand scanner, which
 * types wherever the focus is and presses Enter.
 */
export function Door({ event, onArrived, onAll }: DoorProps) {
  const { t } = useLingui()
  const form = useRef<HTMLFormElement>(null)
  const count = useRef(0)
  const [typed, setTyped] = useState('')
  const [entries, setEntries] = useState<readonly Entry[]>([])
  const [usesCamera, setUsesCamera] = useState(false)
  const act = useAct(admitGuest)
  const focusField = () => {
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }
  /** On a phone, the field's keyboard would cover what became of the guest. */
  const focusByKeys = () => {
    if (matchMedia('(pointer: fine)').matches) focusField()
  }
  const setAnswer = (id: number, answer: Entry['answer']) =>
    setEntries((now) => now.map((one) => (one.id === id ? { ...one, answer } : one)))
  const admit = async (guest: Asked) => {
    focusByKeys()
    count.current += 1
    const entry: Entry = { id: count.current, text: guest.by === 'text' ? guest.text : '', answer: null }
    setEntries((now) => [entry, ...now].slice(0, mostShown))
    const answer = await act
      .mutateAsync({ alias: event.alias, guest })
      .catch((error: unknown) => ({ kind: 'failed', error }) as const)
    setAnswer(entry.id, answer)
    if (answer.kind === 'admitted')
      for (const { refNo, attended } of answer.guest.registrations) onArrived(refNo, attended)
  }
  const admitText = (given: string) => {
    const text = given.trim().slice(0, longestSearched)
    if (text !== '') void admit({ by: 'text', text })
  }
  useEffect(focusField, [])
  const clear = () => {
    setTyped('')
    setEntries([])
  }
  useCounterKeys({
    focusField,
    onEscape: () => {
      clear()
      focusField()
    },
  })
  useIdle({ isWaiting: entries.length > 0, onIdle: clear })
  const [last, ...before] = entries
  return (
    <section className={styles['door']} aria-label={t`At the door`}>
      <form
        ref={form}
        className={styles['scan']}
        onSubmit={(submit) => {
          submit.preventDefault()
          admitText(typed)
        }}
      >
        <SearchField
          label={t`Card, reference or name`}
          value={typed}
          onChange={setTyped}
          placeholder={t`Scan a card, or type and press Enter`}
        />
        <ButtonRow>
          <Button type="submit" variant="primary">
            <Trans>Check in</Trans>
          </Button>
          <Button onClick={() => setUsesCamera(true)}>
            <Icon name="camera" />
            <Trans>Scan with the camera</Trans>
          </Button>
        </ButtonRow>
      </form>
      <InCount event={event} />
      {/* Outside the form: its question is one of its own. */}
      <AllArrived event={event} onAll={onAll} />
      {last && (
        <Verdict
          key={last.id}
          entry={last}
          onChoose={({ memberId }) => void admit({ by: 'member', memberId })}
          onChange={(answer) => setAnswer(last.id, answer)}
          onArrived={onArrived}
          onDone={focusByKeys}
        />
      )}
      {before.length > 0 && (
        <ul className={styles['before']} aria-label={t`Earlier guests`}>
          {before.map((entry) => (
            <li key={entry.id}>
              <Earlier entry={entry} />
            </li>
          ))}
        </ul>
      )}
      {usesCamera && (
        <CodeCamera
          hint={<Trans>Hold the guest’s membership card in front of the camera.</Trans>}
          onCode={(code) => {
            setUsesCamera(false)
            admitText(code)
          }}
          onClose={() => setUsesCamera(false)}
        />
      )}
    </section>
  )
}

function InCount({ event }: { event: ListedEvent }) {
  const [attended, registered] = [formatPoints(event.attended), formatPoints(event.registered)]
  return (
    <p className={styles['in']}>
      <Trans>
        <strong>
          {attended} of {registered}
        </strong>{' '}
        expected are in
      </Trans>
    </p>
  )
}

type Tone = 'success' | 'warning' | 'danger' | 'info'

/** The shape of each tone: colour never conveys it alone. */
const shapes: Record<Tone, IconName> = { success: 'check', warning: 'alert', danger: 'close', info: 'info' }

/** What is said of an answer, in few words. */
function useWords(): (answer: NonNullable<Entry['answer']>) => { tone: Tone; title: string } {
  const { t } = useLingui()
  return ({ kind }) => {
    switch (kind) {
      case 'admitted':
        return { tone: 'success', title: t`Let in` }
      case 'in_before':
        return { tone: 'warning', title: t`Already in` }
      case 'waiting':
        return { tone: 'warning', title: t`On the waiting list: no place` }
      case 'several':
        return { tone: 'warning', title: t`Which guest?` }
      case 'cancelled':
        return { tone: 'danger', title: t`Registration cancelled: no place` }
      case 'not_on_list':
        return { tone: 'danger', title: t`Not on the list` }
      case 'unknown':
        return { tone: 'danger', title: t`This event isn’t open at the door` }
      case 'failed':
        return { tone: 'danger', title: t`No answer` }
      case 'taken_back':
        return { tone: 'info', title: t`Undone: not in` }
    }
  }
}

/** Whom an answer is about; what was typed, where that is nobody. */
const nameIn = ({ answer, text }: Entry) => (answer !== null && 'guest' in answer ? memberName(answer.guest) : text)

function Earlier({ entry }: { entry: Entry }) {
  const wordsOf = useWords()
  if (entry.answer === null) return <span>{entry.text}</span>
  const { tone, title } = wordsOf(entry.answer)
  return (
    <>
      <Badge tone={tone}>
        <Icon name={shapes[tone]} />
        {title}
      </Badge>{' '}
      <span>{nameIn(entry)}</span>
    </>
  )
}

interface VerdictProps extends Pick<DoorProps, 'onArrived'> {
  entry: Entry
  onChoose: (guest: DoorGuest) => void
  onChange: (answer: Entry['answer']) => void
  /** Called once something was pressed: the next guest is scanned. */
  onDone: () => void
}

/** Whether the last guest comes in: in words, by a shape and by a colour. */
function Verdict({ entry, onChoose, onChange, onArrived, onDone }: VerdictProps) {
  const { t } = useLingui()
  const wordsOf = useWords()
  const { answer } = entry
  if (answer === null)
    return (
      <output className={styles['verdict']} data-tone="info">
        <Trans>Looking it up…</Trans>
      </output>
    )
  const { tone, title } = wordsOf(answer)
  const name = nameIn(entry)
  return (
    <div className={styles['verdict']} data-tone={tone} role={tone === 'danger' ? 'alert' : 'status'}>
      <p className={styles['word']}>
        <Icon name={shapes[tone]} />
        {title}
      </p>
      {name !== '' && <p className={styles['who']}>{name}</p>}
      {answer.kind === 'failed' && <ActFailure error={answer.error} />}
      {answer.kind === 'several' && (
        <>
          <ul className={styles['choice']} aria-label={t`Guests found`}>
            {answer.guests.map((guest) => (
              <li key={guest.memberId}>
                <Button onClick={() => onChoose(guest)}>
                  {memberName(guest)} <Places guest={guest} />
                </Button>
              </li>
            ))}
          </ul>
          {answer.hasMore && (
            <p>
              <Trans>There are more. Type more of the name.</Trans>
            </p>
          )}
        </>
      )}
      {answer.kind === 'in_before' && answer.guest.arrivedAt !== null && (
        <p>
          <Trans>
            Arrived <When at={answer.guest.arrivedAt} />
          </Trans>
        </p>
      )}
      {(answer.kind === 'admitted' || answer.kind === 'in_before') && (
        <Party guest={answer.guest} onArrived={onArrived} onChange={(guest) => onChange({ ...answer, guest })} />
      )}
      {(answer.kind === 'admitted' || answer.kind === 'in_before') && (
        <TakeBack
          guest={answer.guest}
          before={answer.kind === 'admitted' ? answer.before : []}
          onTakenBack={(before) => {
            answer.guest.registrations.forEach(({ refNo }, at) => onArrived(refNo, before[at] ?? 0))
            onChange({ kind: 'taken_back', guest: answer.guest })
            onDone()
          }}
        />
      )}
    </div>
  )
}

function Places({ guest: { registrations } }: { guest: DoorGuest }): ReactNode {
  const places = registrations.reduce((sum, { quantity }) => sum + quantity, 0)
  if (places === 0) return null
  return (
    <span>
      (<Plural value={places} one="# place" other="# places" />)
    </span>
  )
}

interface PartyProps extends Pick<DoorProps, 'onArrived'> {
  guest: DoorGuest
  onChange: (guest: DoorGuest) => void
}

/** How many of a party are here: they may come in parts. */
function Party({ guest, onArrived, onChange }: PartyProps) {
  const [isGone, setIsGone] = useState(false)
  return (
    <>
      {guest.registrations.map((one) =>
        one.quantity === 1 ? null : (
          <div key={one.refNo} className={styles['party']}>
            <Trans>Arrived</Trans>
            <Arrived
              guest={{ ...guest, ...one }}
              onMarked={(attended) => {
                const registrations = guest.registrations.map((own) =>
                  own.refNo === one.refNo ? { ...own, attended } : own,
                )
                onChange({ ...guest, registrations })
                onArrived(one.refNo, attended)
              }}
              onGone={() => setIsGone(true)}
            />
          </div>
        ),
      )}
      {isGone && (
        <p>
          <Trans>Another door has changed this since. Scan the card again.</Trans>
        </p>
      )}
    </>
  )
}

interface TakeBackProps {
  guest: DoorGuest
  /** How many places of each registration were taken before; none where that is left out. */
  before: readonly number[]
  onTakenBack: (before: readonly number[]) => void
}

/** Takes an arrival back, as long as no other door has changed it. */
function TakeBack({ guest, before, onTakenBack }: TakeBackProps) {
  const act = useAct(markAttendance)
  const [isChanged, setIsChanged] = useState(false)
  const takeBack = async () => {
    for (const [at, { refNo, attended }] of guest.registrations.entries()) {
      const { kind } = await act.mutateAsync({ refNo, before: attended, attended: before[at] ?? 0 })
      if (kind !== 'marked' && kind !== 'unchanged') return setIsChanged(true)
    }
    return onTakenBack(before)
  }
  return (
    <>
      <div>
        <Button busy={act.isPending} onClick={() => void takeBack().catch(() => undefined)}>
          <Trans>Undo</Trans>
        </Button>
      </div>
      <ActFailure error={act.error} />
      {isChanged && (
        <p>
          <Trans>Another door has changed this since. Scan the card again.</Trans>
        </p>
      )}
    </>
  )
}

/** Notes everybody who was expected and has not been noted yet, once that is said twice. */
function AllArrived({ event, onAll }: Pick<DoorProps, 'event' | 'onAll'>) {
  const { t } = useLingui()
  const [isOpen, setIsOpen] = useState(false)
  const act = useAct(admitAll)
  const tellDone = useDone()
  const missing = event.registered - event.attended
  if (missing <= 0 && !isOpen) return null
  const confirm = () =>
    act.mutate(
      { alias: event.alias },
      {
        onSuccess: (answer) => {
          if (answer.kind === 'unknown') return
          setIsOpen(false)
          if (answer.kind === 'admitted') tellDone(t`Everyone is marked as arrived.`, [answer.undo])
          else tellDone(t`Everyone was in already.`)
          onAll()
        },
      },
    )
  return (
    <>
      <p>
        <Button onClick={() => setIsOpen(true)}>
          <Trans>All arrived…</Trans>
        </Button>
      </p>
      {isOpen && (
        <ConfirmDialog
          title={t`Mark everyone as arrived?`}
          // A hand scanner presses Enter.
          tone="danger"
          confirm={<Trans>All arrived</Trans>}
          act={act}
          onConfirm={confirm}
          onClose={() => setIsOpen(false)}
        >
          <p>
            <Plural
              value={missing}
              one="# place isn’t taken yet. It will be marked as arrived."
              other="# places aren’t taken yet. They will be marked as arrived."
            />
          </p>
          {act.data?.kind === 'unknown' && (
            <Notice tone="warning">
              <Trans>This event isn’t open at the door</Trans>
            </Notice>
          )}
        </ConfirmDialog>
      )}
    </>
  )
}
