import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { RunningCamera, CameraRange } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import type { Scanner } from '#src/features/scan/capture/scanner.ts'
import { changeScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './ScannerPage.module.css'

interface ScannerOptionsProps {
  /** Null before it has begun: its options have their place from the first paint. */
  scanner: Scanner | null
  /** The running camera, or null. */
  camera: RunningCamera | null
}

/**
 * The options of the running camera and of the scanner, all of them remembered: what a hall needs at hand, the rest
 * behind a button.
 */
export function ScannerOptions({ scanner, camera }: ScannerOptionsProps) {
  const { t } = useLingui()
  const id = useId()
  const { sound, hall, torch, zoom } = useScannerSettings()
  const [showsMore, setShowsMore] = useState(false)
  /** Hall mode has been chosen just now: only then is it explained. */
  const [isHallNew, setHallNew] = useState(false)
  return (
    <section className={styles['options']} aria-label={t`Scanner settings`}>
      <output className={styles['optionsNote']}>
        {hall && isHallNew && (
          <Trans>Hall mode dims the app, mutes it and leaves the light off. Please silence your phone too.</Trans>
        )}
      </output>
      <div className={styles['toggles']}>
        {camera?.hasTorch && (
          <ToggleButton
            icon="torch"
            pressed={torch && !hall}
            disabled={hall}
            onToggle={(on) => void scanner?.setTorch(on)}
          >
            <Trans>Light</Trans>
          </ToggleButton>
        )}
        <ToggleButton
          icon="moon"
          pressed={hall}
          onToggle={(on) => {
            setHallNew(on)
            changeScannerSettings({ hall: on })
            void scanner?.followSettings()
          }}
        >
          <Trans>Hall mode</Trans>
        </ToggleButton>
        <button
          type="button"
          className={styles['toggle']}
          aria-expanded={showsMore}
          aria-controls={id}
          onClick={() => setShowsMore(!showsMore)}
        >
          <Icon name="filter" />
          <Trans>More</Trans>
        </button>
      </div>
      <div id={id} hidden={!showsMore} className={styles['more']}>
        <div className={styles['toggles']}>
          <ToggleButton
            icon={sound && !hall ? 'soundOn' : 'soundOff'}
            pressed={sound && !hall}
            disabled={hall}
            onToggle={(on) => changeScannerSettings({ sound: on })}
          >
            <Trans>Sound when a code is read</Trans>
          </ToggleButton>
        </div>
        {camera?.zoom && (
          <ZoomControl
            key={camera.deviceId}
            zoom={camera.zoom}
            chosen={zoom}
            onZoom={(value) => void scanner?.setZoom(value)}
          />
        )}
        {camera && <CameraChoice current={camera.deviceId} onChoose={(device) => void scanner?.choose(device)} />}
      </div>
    </section>
  )
}

interface CameraChoiceProps {
  current: string | null
  onChoose: (id: string) => void
}

/** A choice of the device's cameras, if it has several. */
function CameraChoice({ current, onChoose }: CameraChoiceProps) {
  const { t } = useLingui()
  const id = useId()
  const cameras = useCameras()
  if (cameras.length < 2) return null
  return (
    <div className={styles['cameraChoice']}>
      <label htmlFor={id}>
        <Trans>Camera</Trans>
      </label>
      <select id={id} value={current ?? ''} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {cameras.map(({ id: deviceId, label }, index) => (
          <option key={deviceId} value={deviceId}>
            {label === '' ? t`Camera ${index + 1}` : label}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The list of cameras. Follows cameras that are plugged in or removed. */
function useCameras(): CameraDevice[] {
  const [cameras, setCameras] = useState<CameraDevice[]>([])
  useEffect(() => {
    const ended = new AbortController()
    const list = async () => {
      const found = await listCameras()
      if (!ended.signal.aborted) setCameras(found)
    }
    void list()
    navigator.mediaDevices.addEventListener('devicechange', () => void list(), { signal: ended.signal })
    return () => ended.abort()
  }, [])
  return cameras
}

interface ToggleButtonProps {
  icon: IconName
  pressed: boolean
  disabled?: boolean
  onToggle: (pressed: boolean) => void
  /** The name of the option; it does not change with the state. */
  children: ReactNode
}

/** A toggle button. Background, tick and `aria-pressed` convey its state. */
function ToggleButton({ icon, pressed, disabled = false, onToggle, children }: ToggleButtonProps) {
  return (
    <button
      type="button"
      className={styles['toggle']}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={() => onToggle(!pressed)}
    >
      <Icon name={pressed ? 'check' : icon} />
      <span>{children}</span>
    </button>
  )
}

/** How many presses of a button go from one end of the range to the other. */
const stepsOverRange = 8

interface ZoomControlProps {
  zoom: CameraRange
  /** The zoom that was chosen before, or null. */
  chosen: number | null
  onZoom: (value: number) => void
}

/** The camera's zoom: a slider, and buttons for those who cannot drag. */
function ZoomControl({ zoom: { min, max, step, value }, chosen, onZoom }: ZoomControlProps) {
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

/** A camera of this device. */
interface CameraDevice {
  id: string
  /** The name that the system gives it; empty if the browser hides it. */
  label: string
}

/**
 * The device's cameras, as far as the browser reveals them: their ids only after this page was granted one. Never
 * throws.
 *
 * html5-qrcode's own list opens a camera just to list them, which fails on phones that provide only one at a time.
 */
async function listCameras(): Promise<CameraDevice[]> {
  try {
    const devices = await navigator.mediaDevices.enumerateDevices()
    return devices
      .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
      .map(({ deviceId, label }) => ({ id: deviceId, label }))
  } catch {
    return []
  }
}
