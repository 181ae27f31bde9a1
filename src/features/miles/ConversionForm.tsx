import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useRef, useState } from 'react'
import { isConvertible, milesOf, minimumOf, mostOf } from '#contract/spending/miles.ts'
import { useOnline } from '#src/platform/online.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { ErrorSummary } from '#src/ui/forms/ErrorSummary.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { formatPoints } from '#src/i18n/numbers.ts'
import { type ConversionLimits, controlIdOf } from './conversionFaults.ts'
import { ConversionReview } from './ConversionReview.tsx'
import { ConvertText } from './ConvertText.tsx'
import styles from './Miles.module.css'
import { digitsOf, pointsOfDigits } from './pointsInput.ts'
import type { Conversion } from './useConversion.ts'
import { useConversionForm, type ConversionControls } from './useConversionForm.ts'

interface ConversionFormProps extends ConversionLimits {
  conversion: Conversion
}

/** The amount and the airline account. A press shows what is wrong with them, or else the review. */
export function ConversionForm({ conversion, ...limits }: ConversionFormProps) {
  const { t } = useLingui()
  const isOnline = useOnline()
  const offline = useRef<HTMLDivElement>(null)
  const controls = useConversionForm(conversion, limits)
  const { errors, summary } = controls
  const points = pointsOfDigits(controls.points.value)
  // The button names no amount that cannot be converted.
  const isPossible = points !== null && isConvertible(points, limits.config) && points <= limits.balance
  const { opened } = conversion.attempt

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!controls.check()) return
    if (isOnline) conversion.review(milesOf(points ?? 0, limits.config))
    else offline.current?.focus()
  }
  return (
    <>
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
          <PointsField {...limits} {...controls.points} />
          <ConversionPreview {...limits} points={points} />
        </section>
        <AccountFields controls={controls} />
        {!isOnline && (
          <div ref={offline} tabIndex={-1}>
            <Notice tone="info" title={<Trans>You’re offline</Trans>}>
              <p>
                <Trans>Connect to the internet to convert points. What you’ve filled in stays here.</Trans>
              </p>
            </Notice>
          </div>
        )}
        <ButtonRow>
          <Button type="submit" variant="primary" size="large">
            {isPossible ? (
              <ConvertText points={points} miles={milesOf(points, limits.config)} />
            ) : (
              <Trans>Convert</Trans>
            )}
          </Button>
        </ButtonRow>
      </form>
      {opened && <ConversionReview attempt={conversion.attempt} opened={opened} balance={limits.balance} />}
    </>
  )
}

interface PointsFieldProps extends ConversionLimits {
  /** Digits. */
  value: string
  error: string | undefined
  onChange: (digits: string) => void
}

/** The amount of points: typed as digits, one of the suggested amounts, or all that can be converted. */
function PointsField({ config, balance, value, error, onChange }: PointsFieldProps) {
  const { t } = useLingui()
  // A keyboard that composes shows its own text until it is done: replacing it would end the composition.
  const [composed, setComposed] = useState<string | null>(null)
  const [wasRefused, setRefused] = useState(false)
  const { rate } = config
  const minimum = formatPoints(minimumOf(config))
  const most = mostOf(balance, config)

  const take = (typed: string) => {
    const digits = digitsOf(typed)
    setRefused(digits === null)
    if (digits !== null && digits !== value) onChange(digits)
  }
  const choose = (points: number) => {
    setRefused(false)
    onChange(String(points))
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
            isPossible={points <= balance}
            onChoose={() => choose(points)}
          />
        ))}
        {most > 0 && !config.options.includes(most) && (
          <Suggestion
            points={most}
            miles={milesOf(most, config)}
            isChosen={value === String(most)}
            isPossible
            isAll
            onChoose={() => choose(most)}
          />
        )}
      </fieldset>
    </div>
  )
}

interface SuggestionProps {
  points: number
  miles: number
  isChosen: boolean
  /** The member has so many points. */
  isPossible: boolean
  /** It is all that can be converted. */
  isAll?: boolean
  onChoose: () => void
}

function Suggestion({ points, miles, isChosen, isPossible, isAll = false, onChoose }: SuggestionProps) {
  const { t } = useLingui()
  const given = formatPoints(points)
  const got = formatPoints(miles)
  return (
    <button
      type="button"
      className={isAll ? `${styles['suggestion']} ${styles['all']}` : styles['suggestion']}
      aria-pressed={isChosen}
      disabled={!isPossible}
      onClick={onChoose}
    >
      <span className={styles['given']}>{isAll ? t`All: ${given} points` : t`${given} points`}</span>
      <span className={styles['got']}>{t`${got} miles`}</span>
    </button>
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

interface ConversionPreviewProps extends ConversionLimits {
  /** What is typed; null while nothing is. */
  points: number | null
}

/** What an amount becomes, and what is left: read out when the person pauses. */
function ConversionPreview({ points, config, balance }: ConversionPreviewProps) {
  // Of an amount that cannot be converted, neither the miles nor what is left would come true.
  const isPossible = points !== null && isConvertible(points, config) && points <= balance
  const miles = isPossible ? formatPoints(milesOf(points, config)) : '–'
  const left = balance - (points ?? 0)
  const remaining = isPossible || left < 0 ? formatPoints(Math.abs(left)) : '–'
  if (points === null) return <output htmlFor={controlIdOf('points')} />
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
