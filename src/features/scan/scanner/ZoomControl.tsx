import { Trans, useLingui } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { CameraRange } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import styles from './ZoomControl.module.css'

/** How many presses of a button go from one end of the range to the other. */
const stepsOverRange = 8

interface ZoomControlProps {
  zoom: CameraRange
  /** The zoom that was chosen before, or null. */
  chosen: number | null
  onZoom: (value: number) => void
}

/** The camera's zoom: a slider, and buttons for those who cannot drag. */
export function ZoomControl({ zoom: { min, max, step, value }, chosen, onZoom }: ZoomControlProps) {
  const { t } = useLingui()
  const id = useId()
  const [shown, setShown] = useState(chosen ?? value)
  const change = (to: number) => {
    const within = Math.max(min, Math.min(max, to))
    setShown(within)
    onZoom(within)
  }
  const jump = Math.max(step, (max - min) / stepsOverRange)
  const times = `${shown.toFixed(1)}×`
  return (
    <div className={styles['zoom']}>
      <label htmlFor={id}>
        <Trans>Zoom</Trans>
      </label>
      <button type="button" aria-label={t`Zoom out`} disabled={shown <= min} onClick={() => change(shown - jump)}>
        <span aria-hidden="true">−</span>
      </button>
      <input
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={shown}
        aria-valuetext={times}
        onChange={({ currentTarget }) => change(currentTarget.valueAsNumber)}
      />
      <button type="button" aria-label={t`Zoom in`} disabled={shown >= max} onClick={() => change(shown + jump)}>
        <span aria-hidden="true">+</span>
      </button>
      <output htmlFor={id}>{times}</output>
    </div>
  )
}
