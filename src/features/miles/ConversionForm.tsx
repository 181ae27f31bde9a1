import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { milesOf, minimumOf } from '#contract/spending/miles.ts'
import { milesAlias } from '#contract/spending/rewards.ts'
import type { MilesConfig } from '#contract/content.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { useLanguage } from '#src/i18n/activate.ts'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { ExternalLink } from '#src/ui/actions/ExternalLink.tsx'
import { formatPoints } from '#src/i18n/numbers.ts'
import { HindranceNotice } from '#src/features/attempt/HindranceNotice.tsx'
import { type ConversionLimits, controlIdOf } from './conversionFaults.ts'
import styles from './Miles.module.css'
import { pointsOfDigits, digitsOf } from './pointsInput.ts'
import type { Conversion } from './useConversion.ts'
import { useConversionForm, type ConversionControls } from './useConversionForm.ts'

interface ConversionFormProps extends ConversionLimits {
  conversion: Conversion
}

/**
 * The amount, the airline account, and what a member confirms. What is wrong is shown once the person tries to convert.
 */
export function ConversionForm({ conversion, ...limits }: ConversionFormProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const offline = useRef<HTMLDivElement>(null)
  const controls = useConversionForm(conversion, limits)
  const { errors, summary } = controls
  const { busy, hindrance } = conversion.attempt

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
        title={<Plural value={errors.length} one="Check # field" other="Check # fields" />}
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
      <HindranceNotice hindrance={hindrance} />
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
          <ConvertText points={pointsOfDigits(controls.points.value) ?? 0} {...limits} />
        </Button>
      </div>
    </form>
  )
}

/** Says once more what cannot be undone. */
function ConvertText({ points, config }: Pick<ConversionLimits, 'config'> & { points: number }) {
  const miles = milesOf(points, config)
  if (miles <= 0) return <Trans>Convert</Trans>
  const [from, to] = [formatPoints(points), formatPoints(miles)]
  return (
    <Trans>
      Convert {from}&nbsp;points to {to}&nbsp;miles
    </Trans>
  )
}

/** The airline account that the miles go to. */
function AccountFields({ controls: { text } }: { controls: ConversionControls }) {
  return (
    <section className={styles['part']} aria-labelledby="miles-account">
      <h2 id="miles-account">
        <Trans>Your Cathay membership account</Trans>
      </h2>
      <p>
        <Trans>Enter the details exactly as they appear there: miles can only go to an account of your own.</Trans>
      </p>
      <div className={styles['names']}>
        <TextField {...text('firstName')} label={<Trans>First name</Trans>} autoComplete="given-name" maxLength={60} />
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
  )
}

/** The three checkboxes of a conversion. */
function Agreements({ controls: { tick } }: { controls: ConversionControls }) {
  const lang = useLanguage()
  // In a new tab: the form stays where it is.
  const terms = `/${lang}/reward-detail/${milesAlias}#terms`
  return (
    <section className={styles['part']} aria-labelledby="miles-agreements">
      <h2 id="miles-agreements">
        <Trans>Before you convert</Trans>
      </h2>
      <Checkbox
        {...tick('accountCorrect')}
        label={<Trans>The names and the number are correct, and the account is my own.</Trans>}
      />
      <Checkbox
        {...tick('final')}
        label={<Trans>I understand that a conversion can’t be changed or reversed.</Trans>}
      />
      <Checkbox
        {...tick('terms')}
        label={
          <Trans>
            I’ve read and accept the <ExternalLink href={terms}>terms and conditions</ExternalLink>.
          </Trans>
        }
      />
    </section>
  )
}

interface ConversionPreviewProps extends ConversionLimits {
  /** What is typed; null while nothing is. */
  points: number | null
}

/** What an amount becomes, and what is left: read out when the person pauses. */
function ConversionPreview({ points, config, balance }: ConversionPreviewProps) {
  const isWhole = points !== null && points % config.rate === 0
  const miles = isWhole ? formatPoints(milesOf(points, config)) : '–'
  const left = balance - (points ?? 0)
  const remaining = formatPoints(Math.abs(left))
  return (
    <output htmlFor={controlIdOf('points')} aria-atomic="true" className={styles['preview']}>
      <span>
        <span className={styles['term']}>
          <Trans>Miles you’ll receive</Trans>
        </span>{' '}
        <strong className={styles['figure']}>{miles}</strong>
      </span>{' '}
      <span className={left < 0 ? styles['short'] : undefined}>
        <span className={styles['term']}>
          {left < 0 ? <Trans>Points you’d still need</Trans> : <Trans>Points left afterwards</Trans>}
        </span>{' '}
        <strong className={styles['figure']}>{remaining}</strong>
      </span>
    </output>
  )
}

interface PointsFieldProps {
  config: MilesConfig
  /** Digits. */
  value: string
  error: string | undefined
  onChange: (digits: string) => void
}

/** The amount of points: typed as digits, or one of the suggested amounts. */
function PointsField({ config, value, error, onChange }: PointsFieldProps) {
  const { t } = useLingui()
  // A keyboard that composes shows its own text until it is done: replacing it would end the composition.
  const [composed, setComposed] = useState<string | null>(null)
  const [wasRefused, setRefused] = useState(false)
  const { rate } = config
  const minimum = formatPoints(minimumOf(config))

  const take = (typed: string) => {
    const digits = digitsOf(typed)
    setRefused(digits === null)
    if (digits !== null && digits !== value) onChange(digits)
  }
  return (
    <div className={styles['amount']}>
      <TextField
        id={controlIdOf('points')}
        label={<Trans>Points to convert</Trans>}
        hint={t`${minimum} or more, in multiples of ${rate}`}
        error={error ?? (wasRefused && t`Enter a whole number, such as ${minimum}.`)}
        inputMode="numeric"
        autoComplete="off"
        required
        value={composed ?? value}
        onChange={({ target, nativeEvent }) => {
          const isComposing = nativeEvent instanceof InputEvent && nativeEvent.isComposing
          setComposed(isComposing ? target.value : null)
          if (!isComposing) take(target.value)
        }}
        onCompositionEnd={({ currentTarget }) => {
          setComposed(null)
          take(currentTarget.value)
        }}
        onBlur={() => setRefused(false)}
      />
      <fieldset aria-label={t`Suggested amounts`} className={styles['suggestions']}>
        {config.options.map((points) => (
          <Suggestion
            key={points}
            points={points}
            miles={milesOf(points, config)}
            isChosen={value === String(points)}
            onChoose={() => {
              setRefused(false)
              onChange(String(points))
            }}
          />
        ))}
      </fieldset>
    </div>
  )
}

interface SuggestionProps {
  points: number
  miles: number
  isChosen: boolean
  onChoose: () => void
}

function Suggestion({ points, miles, isChosen, onChoose }: SuggestionProps) {
  const { t } = useLingui()
  const given = formatPoints(points)
  const got = formatPoints(miles)
  return (
    <button type="button" className={styles['suggestion']} aria-pressed={isChosen} onClick={onChoose}>
      <span className={styles['given']}>{t`${given} points`}</span>
      <span className={styles['got']}>{t`${got} miles`}</span>
    </button>
  )
}
