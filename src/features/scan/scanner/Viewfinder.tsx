import { Trans } from '@lingui/react/macro'
import { useCallback, useSyncExternalStore, type ReactNode, type RefObject } from 'react'
import { Icon } from '#src/ui/Icon.tsx'
import { Spinner } from '#src/ui/Spinner.tsx'
import { scanRegion } from '#src/features/scan/capture/region.ts'
import type { ScannerState, SeenCodes } from '#src/features/scan/capture/scannerState.ts'
import styles from './Viewfinder.module.css'

interface ViewfinderProps {
  /** Where the scanner puts the camera's video. */
  place: RefObject<HTMLDivElement | null>
  state: ScannerState
  /** What stands in the middle while there is no picture, once the camera does not start any more. */
  children: ReactNode
}

/** The camera's picture with the region that is scanned, and a mark around what was found. */
export function Viewfinder({ place, state, children }: ViewfinderProps) {
  const camera = 'camera' in state ? state.camera : null
  const seen = state.kind === 'taking' ? state.seen : null
  return (
    <div className={styles['viewfinder']} data-state={state.kind}>
      <div className={camera?.facesUser ? `${styles['picture']} ${styles['mirror']}` : styles['picture']}>
        <div ref={place} className={styles['place']} aria-hidden="true" />
        {camera && <Mask video={camera.video} seen={seen} />}
      </div>
      {seen && (
        <span className={styles['found']}>
          <Icon name="check" />
        </span>
      )}
      {!camera && <div className={styles['idle']}>{state.kind === 'starting' ? <Starting /> : children}</div>}
    </div>
  )
}

function Starting() {
  return (
    <p className={styles['starting']}>
      <Spinner />
      <Trans>Starting the camera…</Trans>
    </p>
  )
}

interface MaskProps {
  video: HTMLVideoElement
  seen: SeenCodes | null
}

/** Drawn in the video's own pixels, and laid over it as the video covers its box (`slice` is `object-fit: cover`). */
function Mask({ video, seen }: MaskProps) {
  const { width, height } = useVideoSize(video)
  if (width === 0 || height === 0) return null
  const { x, y, width: side } = scanRegion(width, height)
  const arm = side / 7
  const corner = (fromX: number, fromY: number, right: 1 | -1, down: 1 | -1) =>
    `M${fromX} ${fromY + arm * down}V${fromY}H${fromX + arm * right}`
  const [farX, farY] = [x + side, y + side]
  return (
    <svg
      className={styles['mask']}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      <path className={styles['shade']} d={`M0 0H${width}V${height}H0ZM${x} ${y}V${farY}H${farX}V${y}Z`} />
      <path
        className={styles['corners']}
        d={[corner(x, y, 1, 1), corner(farX, y, -1, 1), corner(farX, farY, -1, -1), corner(x, farY, 1, -1)].join('')}
      />
      {seen?.codes.map(({ rawValue, cornerPoints }) => (
        <polygon
          key={rawValue}
          className={styles['mark']}
          points={cornerPoints.map((point) => `${point.x + seen.part.x},${point.y + seen.part.y}`).join(' ')}
        />
      ))}
    </svg>
  )
}

/** A phone that is turned turns its camera's picture too. */
function useVideoSize(video: HTMLVideoElement): { width: number; height: number } {
  const subscribe = useCallback(
    (notify: () => void) => {
      video.addEventListener('resize', notify)
      return () => video.removeEventListener('resize', notify)
    },
    [video],
  )
  const width = useSyncExternalStore(subscribe, () => video.videoWidth)
  const height = useSyncExternalStore(subscribe, () => video.videoHeight)
  return { width, height }
}
