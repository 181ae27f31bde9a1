import { useLingui } from '@lingui/react/macro'
import { type Guest, markAttendance } from '#contract/staff/events.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { memberName } from '../parts/memberName.ts'
import { useAct } from '../staffClient.ts'
import styles from './EventsPage.module.css'

interface ArrivedProps {
  guest: Pick<Guest, 'refNo' | 'quantity' | 'attended' | 'name' | 'chineseName' | 'email'>
  onMarked: (attended: number) => void
  /** Called where the registration is not any more as it is shown. */
  onGone: () => void
}

/** How many of a guest's places were taken at the door; another choice takes it back. */
export function Arrived({ guest, onMarked, onGone }: ArrivedProps) {
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
        // One after the other: the second would say that another door was quicker.
        onChange={({ target }) => !act.isPending && mark(Number(target.value))}
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
