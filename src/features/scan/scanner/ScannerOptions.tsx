import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect, useId, useState } from 'react'
import type { RunningCamera } from '#src/features/scan/capture/camera/cameraFeatures.ts'
import { type CameraDevice, listCameras } from '#src/features/scan/capture/camera/cameras.ts'
import type { Scanner } from '#src/features/scan/capture/scanner.ts'
import { changeScannerSettings } from '#src/features/scan/settings/scannerSettings.ts'
import { useScannerSettings } from '#src/features/scan/settings/useScannerSettings.ts'
import { Icon, type IconName } from '#src/ui/content/Icon.tsx'
import styles from './ScannerOptions.module.css'
import { ZoomControl } from './ZoomControl.tsx'

interface ScannerOptionsProps {
  scanner: Scanner
  /** The running camera, or null. */
  camera: RunningCamera | null
}

/** The options of the running camera and of the scanner. All of them are remembered. */
export function ScannerOptions({ scanner, camera }: ScannerOptionsProps) {
  const { t } = useLingui()
  const settings = useScannerSettings()
  const { sound, hall, torch, zoom } = settings
  return (
    <section className={styles['options']} aria-label={t`Scanner settings`}>
      {camera?.zoom && (
        <ZoomControl
          key={camera.deviceId}
          zoom={camera.zoom}
          chosen={zoom}
          onZoom={(value) => void scanner.setZoom(value)}
        />
      )}
      <div className={styles['toggles']}>
        {camera?.hasTorch && (
          <ToggleButton
            icon="torch"
            pressed={torch && !hall}
            disabled={hall}
            onToggle={(on) => void scanner.setTorch(on)}
          >
            <Trans>Light</Trans>
          </ToggleButton>
        )}
        <ToggleButton
          icon={sound && !hall ? 'soundOn' : 'soundOff'}
          pressed={sound && !hall}
          disabled={hall}
          onToggle={(on) => changeScannerSettings({ sound: on })}
        >
          <Trans>Sound</Trans>
        </ToggleButton>
        <ToggleButton
          icon="moon"
          pressed={hall}
          onToggle={(on) => {
            changeScannerSettings({ hall: on })
            void scanner.followSettings()
          }}
        >
          <Trans>Hall mode</Trans>
        </ToggleButton>
      </div>
      <p className={styles['note']}>
        {hall ? (
          <Trans>Hall mode dims the app, mutes it and leaves the light off. Please silence your phone too.</Trans>
        ) : (
          <Trans>Sound plays a tone when a code is read. Hall mode dims and mutes the app during a concert.</Trans>
        )}
      </p>
      {camera && <CameraChoice current={camera.deviceId} onChoose={(id) => void scanner.choose(id)} />}
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
    <div className={styles['cameras']}>
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
