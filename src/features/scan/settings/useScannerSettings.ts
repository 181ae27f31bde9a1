import { useSyncExternalStore } from 'react'
import { readScannerSettings, subscribeToScannerSettings, type ScannerSettings } from './scannerSettings.ts'

/** The member's scanner settings on this phone; follows changes. */
export function useScannerSettings(): ScannerSettings {
  return useSyncExternalStore(subscribeToScannerSettings, readScannerSettings, readScannerSettings)
}
