import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { MilesConfig } from '#contract/content.ts'
import { milesOf, minimumOf } from '#contract/spending/miles.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { controlIdOf } from './conversionFaults.ts'
import styles from './Miles.module.css'
import { digitsOf } from './pointsInput.ts'

interface PointsFieldProps {
  config: MilesConfig
  /** Digits. */
  value: string
  error: string | undefined
  onChange: (digits: string) => void
}

/** The amount of points: typed as digits, or one of the suggested amounts. */
export function PointsField({ config, value, error, onChange }: PointsFieldProps) {
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
