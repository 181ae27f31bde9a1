import { useSyncExternalStore } from 'react'
import { readScannerSettings, subscribeToScannerSettings, type ScannerSettings } from './scannerSettings.ts'

/** What the member chose for the scanner on this phone; follows changes. */
export function useScannerSettings(): ScannerSettings {
  return useSyncExternalStore(subscribeToScannerSettings, readScannerSettings, readScannerSettings)
}
