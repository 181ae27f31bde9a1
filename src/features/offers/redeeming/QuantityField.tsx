import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { type KeyboardEvent, useId, useState } from 'react'
import fieldStyles from '#src/ui/forms/Field.module.css'
import styles from './Redeeming.module.css'
import { readQuantity, withinLimit } from './quantity.ts'

interface QuantityFieldProps {
  value: number
  /** 2 or more. */
  limit: number
  onChange: (quantity: number) => void
}

/**
 * How many pieces: buttons, arrow keys, or typed. What is not possible is corrected when the field is left, and said.
 */
export function QuantityField({ value, limit, onChange }: QuantityFieldProps) {
  const { t } = useLingui()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [wasCorrected, setCorrected] = useState(false)

  const change = (quantity: number) => {
    setTyped(null)
    setCorrected(false)
    onChange(withinLimit(quantity, limit))
  }
  const type = (text: string) => {
    setTyped(text)
    const quantity = readQuantity(text)
    if (quantity !== null && quantity === withinLimit(quantity, limit)) onChange(quantity)
  }
  const leave = () => {
    if (typed === null) return
    const quantity = readQuantity(typed)
    change(quantity ?? value)
    setCorrected(quantity !== withinLimit(quantity ?? 0, limit))
  }
  const pressKey = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowUp: value + 1, ArrowDown: value - 1, Home: 1, End: limit }
    const next = steps[event.key]
    if (next === undefined || (typed !== null && (event.key === 'Home' || event.key === 'End'))) return
    event.preventDefault()
    change(next)
  }
  return (
    <div className={styles['quantity']}>
      <label htmlFor={id}>
        <Trans>Quantity</Trans>
      </label>
      <div className={styles['stepper']}>
        <button type="button" aria-label={t`One less`} disabled={value <= 1} onClick={() => change(value - 1)}>
          −
        </button>
        <input
          id={id}
          className={fieldStyles['input']}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          aria-valuenow={value}
          aria-valuemin={1}
          aria-valuemax={limit}
          aria-describedby={`${id}-hint`}
          value={typed ?? String(value)}
          onChange={({ target }) => type(target.value)}
          onBlur={leave}
          onKeyDown={pressKey}
        />
        <button type="button" aria-label={t`One more`} disabled={value >= limit} onClick={() => change(value + 1)}>
          +
        </button>
      </div>
      <output id={`${id}-hint`} className={fieldStyles['hint']}>
        {wasCorrected ? (
          <Trans>
            Changed to {value}. You can redeem 1 to {limit} at a time.
          </Trans>
        ) : (
          <Plural value={limit} one="You can redeem # at a time." other="You can redeem up to # at a time." />
        )}
      </output>
    </div>
  )
}
