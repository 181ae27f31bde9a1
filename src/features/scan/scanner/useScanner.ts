import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { CodeDetector } from '#src/features/scan/capture/decoder/decoder.ts'
import { Scanner } from '#src/features/scan/capture/scanner.ts'
import type { ScannerEvents, ScannerState } from '#src/features/scan/capture/scannerState.ts'

/** The scanner and its decoder; both are closed with the component. */
export interface ScannerDevices {
  scanner: Scanner
  detector: CodeDetector
}

interface Run {
  state: ScannerState
  /** Null before the component's first effect. */
  devices: ScannerDevices | null
}

/** Runs the camera and the decoder while the component is mounted. */
export function useScanner(place: RefObject<HTMLElement | null>, events: Omit<ScannerEvents, 'onState'>): Run {
  const [run, setRun] = useState<Run>({ state: { kind: 'starting' }, devices: null })
  const onCodes = useEffectEvent(events.onCodes)
  const onUnusable = useEffectEvent(events.onUnusable)

  useEffect(() => {
    if (!place.current) return
    const detector = new CodeDetector()
    const onState = (state: ScannerState) => setRun({ state, devices: { scanner, detector } })
    const scanner = new Scanner(place.current, detector, { onState, onCodes, onUnusable })
    void scanner.start()
    return () => {
      scanner.dispose()
      detector.close()
    }
  }, [place])

  return run
}
