import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { milesAlias } from '#contract/rewards.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/Button.tsx'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { ErrorSummary } from '#src/ui/ErrorSummary.tsx'
import { ExternalLink } from '#src/ui/ExternalLink.tsx'
import { Notice } from '#src/ui/Notice.tsx'
import { TextField } from '#src/ui/TextField.tsx'
import {
  controlIdOf,
  type ConversionFault,
  type ConversionField,
  type ConversionLimits,
  faultMessage,
  faultsOf,
  type Tick,
} from './conversionFaults.ts'
import { ConversionPreview } from './ConversionPreview.tsx'
import styles from './Miles.module.css'
import { PointsField } from './PointsField.tsx'
import { pointsOfDigits } from './pointsInput.ts'
import { TooManyNotice } from './TooManyNotice.tsx'
import type { Conversion } from './useConversion.ts'

interface ConversionFormProps extends ConversionLimits {
  conversion: Conversion
}

/** The amount, the airline account, and what a member confirms. What is wrong is shown once the person tries to convert. */
export function ConversionForm({ conversion, ...limits }: ConversionFormProps) {
  const { t, i18n } = useLingui()
  const isOnline = useOnline()
  const [ticked, setTicked] = useState<ReadonlySet<Tick>>(new Set())
  const [faults, setFaults] = useState<readonly ConversionFault[]>([])
  const summary = useFocusAfter(faults)
  const offline = useRef<HTMLDivElement>(null)
  const { texts, busy, waitMinutes } = conversion

  const messageOf = (fault: ConversionFault) => faultMessage(i18n, fault, limits)
  const forget = (field: ConversionField) => {
    if (faults.some((fault) => fault.field === field)) setFaults(faults.filter((fault) => fault.field !== field))
  }
  const shared = (field: ConversionField) => {
    const fault = faults.find((one) => one.field === field)
    return { id: controlIdOf(field), error: fault && messageOf(fault), required: true }
  }
  const text = (field: 'firstName' | 'lastName' | 'membershipNumber') => ({
    ...shared(field),
    value: texts[field],
    onChange: ({ target }: { target: { value: string } }) => {
      forget(field)
      conversion.change(field, target.value)
    },
  })
  const tick = (field: Tick) => ({
    ...shared(field),
    checked: ticked.has(field),
    onChange: ({ target }: { target: { checked: boolean } }) => {
      forget(field)
      setTicked(new Set(target.checked ? [...ticked, field] : [...ticked].filter((one) => one !== field)))
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy) return
    const found = faultsOf(texts, ticked, limits)
    setFaults(found)
    if (found.length > 0) return
    if (isOnline) conversion.send()
    else offline.current?.focus()
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={t`Convert points to miles`}>
      <ErrorSummary
        ref={summary}
        title={<Plural value={faults.length} one="Please check # field" other="Please check # fields" />}
        errors={faults.map((fault) => ({ controlId: controlIdOf(fault.field), message: messageOf(fault) }))}
      />
      <section className={styles['part']} aria-labelledby="miles-amount">
        <h2 id="miles-amount">
          <Trans>How many points?</Trans>
        </h2>
        <PointsField
          config={limits.config}
          value={texts.points}
          error={shared('points').error}
          onChange={(digits) => {
            forget('points')
            conversion.change('points', digits)
          }}
        />
        <ConversionPreview {...limits} points={pointsOfDigits(texts.points)} />
      </section>
      <section className={styles['part']} aria-labelledby="miles-account">
        <h2 id="miles-account">
          <Trans>Your Cathay membership account</Trans>
        </h2>
        <p>
          <Trans>Enter the details exactly as they appear there: miles can only go to an account of your own.</Trans>
        </p>
        <div className={styles['names']}>
          <TextField
            {...text('firstName')}
            label={<Trans>First name</Trans>}
            autoComplete="given-name"
            maxLength={60}
          />
          <TextField {...text('lastName')} label={<Trans>Last name</Trans>} autoComplete="family-name" maxLength={60} />
        </div>
        <TextField
          {...text('membershipNumber')}
          label={<Trans>Membership number</Trans>}
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
        />
      </section>
      <section className={styles['part']} aria-labelledby="miles-agreements">
        <h2 id="miles-agreements">
          <Trans>Before you convert</Trans>
        </h2>
        <div className={styles['agreements']}>
          <Checkbox
            {...tick('accountCorrect')}
            label={<Trans>The names and the number are correct, and the account is my own.</Trans>}
          />
          <Checkbox
            {...tick('final')}
            label={<Trans>I understand that a conversion can’t be changed or reversed.</Trans>}
          />
          <Checkbox {...tick('terms')} label={<TermsLabel />} />
        </div>
      </section>
      <TooManyNotice waitMinutes={waitMinutes} />
      {!isOnline && (
        <div ref={offline} tabIndex={-1}>
          <Notice tone="info" title={<Trans>You’re offline</Trans>}>
            <p>
              <Trans>Connect to the internet to convert points. What you’ve filled in stays here.</Trans>
            </p>
          </Notice>
        </div>
      )}
      <div>
        <Button type="submit" variant="primary" size="large" busy={busy}>
          <Trans>Convert</Trans>
        </Button>
      </div>
    </form>
  )
}

/** Opens in a new tab: the form stays where it is. */
function TermsLabel() {
  const lang = useLanguage()
  return (
    <Trans>
      I’ve read and accept the{' '}
      <ExternalLink href={`/${lang}/reward-detail/${milesAlias}#terms`}>terms and conditions</ExternalLink>.
    </Trans>
  )
}

/** Gives the focus to the summary each time that a press has found something wrong, and not when less is wrong after a correction. */
function useFocusAfter(faults: readonly ConversionFault[]) {
  const summary = useRef<HTMLElement>(null)
  const last = useRef(faults)
  useEffect(() => {
    const isRefusal = faults.some((fault) => !last.current.includes(fault))
    last.current = faults
    if (isRefusal) summary.current?.focus()
  }, [faults])
  return summary
}
