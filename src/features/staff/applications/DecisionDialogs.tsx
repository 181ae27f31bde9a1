import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keysOf.ts'
import { languageTable } from '#contract/language.ts'
import { type Application, decideApplication, type Rejection, rejections } from '#contract/staff/applications.ts'
import { areWords, longestWords } from '#contract/staff/schemas.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { DialogActions } from '#src/ui/overlays/DialogActions.tsx'
import { focusFirst } from '#src/ui/overlays/focusFirst.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Applications.module.css'

type Outcome = AnswerOf<typeof decideApplication>

interface DecisionDialogProps {
  application: Application
  /** Called with what became of the decision, or without where none was made. */
  onClose: (outcome?: Outcome) => void
}

function useDecision({ application: { memberId, card }, onClose }: DecisionDialogProps) {
  const act = useAct(decideApplication)
  const decide = (decision: RequestOf<typeof decideApplication>['decision']) =>
    act.mutate({ memberId, card: card?.storedAt ?? null, decision }, { onSuccess: onClose })
  return { act, decide }
}

/** Approves, after one more press: the member gets an email, which can't be taken back. */
export function ApproveDialog(props: DecisionDialogProps) {
  const { t } = useLingui()
  const { act, decide } = useDecision(props)
  const { name, email } = props.application
  return (
    <ConfirmDialog
      title={t`Approve ${name || email}?`}
      tone="primary"
      confirm={<Trans>Approve</Trans>}
      act={act}
      onConfirm={() => decide({ event: 'approved' })}
      onClose={() => props.onClose()}
    >
      <p>
        <Trans>
          The member gets an email, and is in the Young Audience Scheme until 31 August; in July and August, until 31
          August of next year.
        </Trans>
      </p>
    </ConfirmDialog>
  )
}

const ownReason = 'own'

/** Rejects, for a prepared reason, which the member reads in their own language, or for another. */
export function RejectDialog(props: DecisionDialogProps) {
  const { t } = useLingui()
  const lang = useLanguage()
  const { act, decide } = useDecision(props)
  const { name, email, language } = props.application
  const [chosen, setChosen] = useState<Rejection | typeof ownReason | null>(null)
  const [words, setWords] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const reject = () => {
    if (chosen === null) return setFault(t`Choose a reason.`)
    if (chosen !== ownReason) return decide({ event: 'rejected', reason: { prepared: chosen } })
    if (!areWords(words)) return setFault(t`Say why: the member will read it.`)
    return decide({ event: 'rejected', reason: { own: words.trim() } })
  }
  const sent = chosen === null || chosen === ownReason ? null : rejections[chosen][language]
  return (
    <Dialog open onClose={() => props.onClose()} title={t`Reject ${name || email}?`} size="wide">
      <form
        ref={(form) => focusFirst(form?.querySelector('input') ?? null)}
        className={styles['decision']}
        onSubmit={(event) => {
          event.preventDefault()
          reject()
        }}
      >
        <RadioCards
          legend={t`Why`}
          name="reason"
          value={chosen}
          error={chosen === null ? fault : null}
          onChange={(value) => {
            setChosen(value)
            setFault(null)
          }}
          options={[
            ...keysOf(rejections).map((value) => ({ value, title: rejections[value][lang] })),
            { value: ownReason, title: t`Another reason` },
          ]}
        />
        {chosen === ownReason && (
          <TextField
            label={t`What the member reads`}
            hint={t`Write it in ${languageTable[language].name}.`}
            value={words}
            maxLength={longestWords}
            error={fault}
            onChange={({ target }) => {
              setWords(target.value)
              setFault(null)
            }}
          />
        )}
        {sent !== null && (
          <p className={styles['sent']}>
            <Trans>The member reads:</Trans> <q lang={languageTable[language].tag}>{sent}</q>
          </p>
        )}
        <ActFailure error={act.error} />
        <DialogActions>
          <Button type="submit" variant="danger" busy={act.isPending}>
            <Trans>Reject</Trans>
          </Button>
          <Button onClick={() => props.onClose()}>
            <Trans>Cancel</Trans>
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
