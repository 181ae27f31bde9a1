import { readScannerSettings } from './settings/scannerSettings.ts'

/** Pulses and the pauses between them, in milliseconds, that fingers can tell apart. */
const patterns = {
  found: [60],
  refused: [120, 80, 120],
  credited: [40, 60, 40, 60, 160],
} as const

/** Whether the member has interacted with the page: until then browsers allow neither sound nor vibration. */
export function wasTouched(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

/** Tells the hand what has happened, if the device can, and never in hall mode, where neighbours would hear it. */
export function vibrate(event: keyof typeof patterns): void {
  if (readScannerSettings().hall || !wasTouched() || !('vibrate' in navigator)) return
  navigator.vibrate([...patterns[event]])
}
