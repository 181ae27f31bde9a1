import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { AnswerOf } from '#contract/endpoint.ts'
import { undoActs } from '#contract/staff/acts.ts'
import type { Undo } from '#contract/staff/schemas.ts'
import { clubNow } from '#src/platform/clubClock.ts'
import { showToast } from '#src/ui/overlays/toasts.ts'
import { failureOf } from '../staffAnswers.ts'
import { useAct } from '../staffClient.ts'

type Kept = Exclude<AnswerOf<typeof undoActs>['undone'][number]['kind'], 'undone'>

/** Why an act was not undone. */
const reasons: Record<Kept, MessageDescriptor> = {
  over: msg`It’s too late to undo this.`,
  repeated: msg`It was already undone.`,
  spent: msg`The member has used some of the points. Take what’s left by adjusting the points.`,
  changed: msg`Something has changed since. Look at the page.`,
  no_permission: msg`Your roles don’t allow this. An owner can change them.`,
  unknown: msg`This can’t be undone.`,
}

/** Undoes acts, and says what became of them. */
export function useUndo(): (acts: readonly string[]) => void {
  const { t, i18n } = useLingui()
  const { mutateAsync } = useAct(undoActs)
  const tell = ({ undone }: AnswerOf<typeof undoActs>) => {
    const [all, kept] = [undone.length, undone.flatMap(({ kind }) => (kind === 'undone' ? [] : [kind]))]
    if (kept.length === 0) return showToast({ title: t`Undone`, tone: 'success' })
    const done = all - kept.length
    const body = [...new Set(kept)].map((kind) => i18n._(reasons[kind])).join(' ')
    return showToast({ title: all === 1 ? t`Not undone` : t`Undone: ${done} of ${all}`, body, tone: 'danger' })
  }
  const tellFailure = (error: unknown) => {
    const body =
      failureOf(error) === 'own_member'
        ? t`This is your own membership, so someone else has to do it. Nothing was changed.`
        : t`No answer arrived, so we don’t know if this was done. Look at the page before you try again.`
    showToast({ title: t`Not undone`, body, tone: 'danger' })
  }
  return (acts) => void mutateAsync({ acts: [...acts] }).then(tell, tellFailure)
}

/** Says that something is done, with a button that undoes it for as long as that can be. The log has the same. */
export function useDone(): (title: string, undos?: readonly (Undo | null)[]) => void {
  const { t } = useLingui()
  const undo = useUndo()
  return (title, undos = []) => {
    const open = undos.filter((one) => one !== null)
    const ends = open.map(({ until }) => Date.parse(until) - clubNow())
    if (open.length === 0) return showToast({ title, tone: 'success' })
    return showToast({
      title,
      body: t`You can undo this for half a minute: press F6 to get here.`,
      tone: 'success',
      action: {
        label: t`Undo`,
        forMs: Math.max(0, ...ends),
        onPress: () => undo(open.map(({ act }) => act)),
      },
    })
  }
}
