import * as v from 'valibot'

const key = 'scanner'

/** What the member chose for the scanner, on this phone. */
const ScannerSettings = v.object({
  /** The camera's id, or null for the one that faces away. */
  camera: v.fallback(v.nullable(v.string()), null),
  torch: v.fallback(v.boolean(), false),
  /** Null: as the camera starts. */
  zoom: v.fallback(v.nullable(v.number()), null),
  sound: v.fallback(v.boolean(), false),
  /** Silent and dark, for a hall in which the lights are down. */
  hall: v.fallback(v.boolean(), false),
})
export type ScannerSettings = v.InferOutput<typeof ScannerSettings>

const listeners = new Set<() => void>()
let known: ScannerSettings | undefined

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** What was chosen last; what was never chosen, or cannot be read any more, is as in a new installation. */
export function readScannerSettings(): ScannerSettings {
  known ??= v.parse(v.fallback(ScannerSettings, v.parse(ScannerSettings, {})), stored())
  return known
}

/** Remembers a choice. Where the browser keeps nothing, it holds until the page is closed. */
export function changeScannerSettings(change: Partial<ScannerSettings>): void {
  known = { ...readScannerSettings(), ...change }
  try {
    localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // A private window, or a full disk: not worth a message.
  }
  for (const listener of listeners) listener()
}

export function subscribeToScannerSettings(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
