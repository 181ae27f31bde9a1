import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef } from 'react'
import { milesOf } from '#contract/spending/miles.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { AccountFields } from './AccountFields.tsx'
import { Agreements } from './Agreements.tsx'
import type { ConversionLimits } from './conversionFaults.ts'
import { ConversionPreview } from './ConversionPreview.tsx'
import styles from './Miles.module.css'
import { PointsField } from './PointsField.tsx'
import { pointsOfDigits } from './pointsInput.ts'
import { TooManyNotice } from '#src/ui/states/TooManyNotice.tsx'
import type { Conversion } from './useConversion.ts'
import { useConversionForm } from './useConversionForm.ts'

interface ConversionFormProps extends ConversionLimits {
  conversion: Conversion
}

/** The amount, the airline account, and what a member confirms. What is wrong is shown once the person tries to convert. */
export function ConversionForm({ conversion, ...limits }: ConversionFormProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const offline = useRef<HTMLDivElement>(null)
  const controls = useConversionForm(conversion, limits)
  const { errors, summary } = controls
  const { busy, waitMinutes } = conversion

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (busy || !controls.check()) return
    const points = pointsOfDigits(controls.points.value) ?? 0
    if (isOnline) conversion.convert(milesOf(points, limits.config))
    else offline.current?.focus()
  }
  return (
    <form className={styles['form']} noValidate onSubmit={submit} aria-label={t`Convert points to miles`}>
      <ErrorSummary
        ref={summary}
        title={<Plural value={errors.length} one="Please check # field" other="Please check # fields" />}
        errors={errors}
      />
      <section className={styles['part']} aria-labelledby="miles-amount">
        <h2 id="miles-amount">
          <Trans>How many points?</Trans>
        </h2>
        <PointsField config={limits.config} {...controls.points} />
        <ConversionPreview {...limits} points={pointsOfDigits(controls.points.value)} />
      </section>
      <AccountFields controls={controls} />
      <Agreements controls={controls} />
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
