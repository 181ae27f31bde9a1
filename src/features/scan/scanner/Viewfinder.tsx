import { useCallback, useSyncExternalStore, type RefObject } from 'react'
import { Icon } from '#src/ui/content/Icon.tsx'
import { scanRegion } from '#src/features/scan/capture/region.ts'
import type { ScannerState, SeenCodes } from '#src/features/scan/capture/scannerState.ts'
import styles from './ScannerPage.module.css'

interface ViewfinderProps {
  /** The element that the scanner puts the camera's video into. */
  place: RefObject<HTMLDivElement | null>
  state: ScannerState
}

/** The camera's picture, as large as the place around it: the scanned region, and a mark around each code found. */
export function Viewfinder({ place, state }: ViewfinderProps) {
  const camera = 'camera' in state ? state.camera : null
  const seen = state.kind === 'taking' ? state.seen : null
  return (
    <div className={styles['viewfinder']} data-state={state.kind}>
      <div className={camera?.facesUser ? `${styles['picture']} ${styles['mirror']}` : styles['picture']}>
        <div ref={place} className={styles['videoPlace']} aria-hidden="true" />
        {camera && <Mask video={camera.video} seen={seen} />}
      </div>
      {seen && (
        <span className={styles['found']}>
          <Icon name="check" />
        </span>
      )}
    </div>
  )
}

interface MaskProps {
  video: HTMLVideoElement
  seen: SeenCodes | null
}

/** Drawn in the video's pixel coordinates, and scaled like the video (`slice` corresponds to `object-fit: cover`). */
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
          className={styles['codeMark']}
          points={cornerPoints.map((point) => `${point.x + seen.part.x},${point.y + seen.part.y}`).join(' ')}
        />
      ))}
    </svg>
  )
}

/** The size of the video, which changes when a phone is rotated. */
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
