import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { type AdjustmentKind, adjustmentTypes, adjustPoints, maxAdjustment } from '#contract/staff/members.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { transactionMessage } from '#src/i18n/transactionMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Disclosure } from '#src/ui/layout/Disclosure.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { ActFailure } from '../parts/Answered.tsx'
import { ReasonField, useReason } from '../parts/ReasonField.tsx'
import { useDone } from '../parts/useUndo.ts'
import { When } from '../parts/When.tsx'
import { useAct } from '../staffClient.ts'
import styles from './Members.module.css'

type Adjustment = RequestOf<typeof adjustPoints>
type Outcome = AnswerOf<typeof adjustPoints>

/** Gives or takes points: first what would happen is shown. */
export function AdjustPoints({ memberId }: { memberId: string }) {
  const { t, i18n } = useLingui()
  const lang = useLanguage()
  const [kind, setKind] = useState<AdjustmentKind>('grant')
  const [type, setType] = useState<string>(adjustmentTypes.grant[0])
  const [points, setPoints] = useState('')
  const [isNoNumber, setIsNoNumber] = useState(false)
  const preview = useAct(adjustPoints)
  const act = useAct(adjustPoints)
  const done = useDone()
  const submit = useRef<HTMLButtonElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (preview.data) confirm.current?.scrollIntoView({ block: 'nearest' })
  }, [preview.data])

  const forget = () => {
    preview.reset()
    act.reset()
  }
  const reason = useReason(forget)
  const requestFor = (words: string): Adjustment => {
    const fields = { memberId, points: Number(points), reason: words, isDryRun: true }
    return kind === 'grant'
      ? { kind, type: adjustmentTypes.grant.find((one) => one === type) ?? adjustmentTypes.grant[0], ...fields }
      : { kind, type: adjustmentTypes.revoke.find((one) => one === type) ?? adjustmentTypes.revoke[0], ...fields }
  }
  const look = () => {
    const isNumber = /^[1-9]\d{0,6}$/.test(points.trim()) && Number(points) <= maxAdjustment
    const words = reason.read()
    setIsNoNumber(!isNumber)
    act.reset()
    if (isNumber && words !== null) preview.mutate(requestFor(words))
  }
  const save = () =>
    preview.variables &&
    act.mutate(
      { ...preview.variables, isDryRun: false },
      {
        onSuccess: (outcome) => {
          if (outcome.kind !== 'adjusted') return
          done(kind === 'grant' ? t`Points given` : t`Points taken`, [outcome.undo])
          forget()
          // The button that had the focus goes.
          submit.current?.focus()
          setPoints('')
          reason.clear()
        },
      },
    )
  const shown = act.data ?? preview.data
  return (
    <Disclosure title={t`Adjust points`}>
      <form
        className={styles['form']}
        onSubmit={(event) => {
          event.preventDefault()
          look()
        }}
      >
        <SelectField
          label={t`What`}
          value={kind}
          options={[
            { value: 'grant', label: t`Give points` },
            { value: 'revoke', label: t`Take points` },
          ]}
          onChange={({ target }) => {
            const chosen = target.value === 'revoke' ? 'revoke' : 'grant'
            setKind(chosen)
            setType(adjustmentTypes[chosen][0])
            forget()
          }}
        />
        <TextField
          label={t`Points`}
          inputMode="numeric"
          autoComplete="off"
          value={points}
          error={isNoNumber ? t`Enter a whole number from 1 to ${formatPoints(maxAdjustment)}.` : null}
          onChange={({ target }) => {
            setPoints(target.value)
            forget()
          }}
        />
        <SelectField
          label={t`Shown as`}
          value={type}
          options={adjustmentTypes[kind].map((one) => ({
            value: one,
            label: transactionMessage({ description: one }, lang, i18n),
          }))}
          onChange={({ target }) => {
            setType(target.value)
            forget()
          }}
        />
        <ReasonField {...reason.field} className={styles['reason']} />
        <div className={styles['outcome']}>
          <Button ref={submit} type="submit" busy={preview.isPending}>
            <Trans>Preview</Trans>
          </Button>
          <ActFailure error={act.error ?? preview.error} />
          {shown && <OutcomeNotice outcome={shown} kind={kind} />}
          {preview.data?.kind === 'adjusted' && act.data === undefined && (
            <ButtonRow>
              <Button ref={confirm} variant="primary" busy={act.isPending} onClick={save}>
                {kind === 'grant' ? (
                  <Plural value={Number(points)} one="Give # point" other="Give # points" />
                ) : (
                  <Plural value={Number(points)} one="Take # point" other="Take # points" />
                )}
              </Button>
            </ButtonRow>
          )}
        </div>
      </form>
    </Disclosure>
  )
}

function OutcomeNotice({ outcome, kind }: { outcome: Outcome; kind: AdjustmentKind }) {
  switch (outcome.kind) {
    case 'unknown_member':
    case 'closed':
      return (
        <Notice tone="warning">
          <Trans>This account is closed: nothing can be given or taken.</Trans>
        </Notice>
      )
    case 'short':
      return (
        <Notice tone="warning">
          <Trans>Enter fewer points: the balance is {formatPoints(outcome.available)}.</Trans>
        </Notice>
      )
    case 'repeated':
      return (
        <Notice tone="warning">
          <p>
            <Trans>
              This was already done, for the same reason: <When at={outcome.at} />. To do it again, give another reason.
            </Trans>
          </p>
        </Notice>
      )
    case 'adjusted':
      return (
        <Notice tone="info">
          <p>
            <Trans>
              The balance goes from {formatPoints(outcome.before)} to {formatPoints(outcome.after)} points.
            </Trans>
          </p>
          <ul>
            {outcome.parts.map(({ points, expiresAt }) => (
              <li key={`${points} ${expiresAt ?? ''}`}>
                {kind === 'grant' ? '+' : '−'}
                {formatPoints(points)}{' '}
                {expiresAt === null ? (
                  <Trans>(no expiry date)</Trans>
                ) : (
                  <Trans>
                    (expire <When at={expiresAt} day />)
                  </Trans>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )
  }
}
