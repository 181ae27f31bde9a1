import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { keysOf } from '#contract/keysOf.ts'
import { languageTable } from '#contract/language.ts'
import { type Application, decideApplication, type Rejection, rejections } from '#contract/staff/applications.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { RadioCards } from '#src/ui/forms/RadioCards.tsx'
import { ConfirmDialog } from '../parts/ConfirmDialog.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
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

/** Approves, after one more press: the member gets an email, once it can't be undone any more. */
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
  const [isMissing, setIsMissing] = useState(false)
  const own = useReason()
  const reject = () => {
    setIsMissing(chosen === null)
    if (chosen === null) return
    if (chosen !== ownReason) return decide({ event: 'rejected', reason: { prepared: chosen } })
    const words = own.read()
    if (words !== null) decide({ event: 'rejected', reason: { own: words } })
  }
  const sent = chosen === null || chosen === ownReason ? null : rejections[chosen][language]
  return (
    <ConfirmDialog
      title={t`Reject ${name || email}?`}
      size="wide"
      tone="danger"
      confirm={<Trans>Reject</Trans>}
      act={act}
      onConfirm={reject}
      onClose={() => props.onClose()}
    >
      <RadioCards
        legend={t`Why`}
        name="reason"
        value={chosen}
        error={isMissing && chosen === null ? t`Choose a reason.` : null}
        onChange={setChosen}
        options={[
          ...keysOf(rejections).map((value) => ({ value, title: rejections[value][lang] })),
          { value: ownReason, title: t`Another reason` },
        ]}
      />
      {chosen === ownReason && (
        <ReasonField
          {...own.field}
          label={t`What the member reads`}
          hint={t`Write it in ${languageTable[language].name}.`}
        />
      )}
      {sent !== null && (
        <p className={styles['sent']}>
          <Trans>The member reads:</Trans> <q lang={languageTable[language].tag}>{sent}</q>
        </p>
      )}
    </ConfirmDialog>
  )
}
