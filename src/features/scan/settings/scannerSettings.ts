import * as v from 'valibot'
import { createListeners } from '#src/platform/listeners.ts'

const key = 'club-bravo.scanner'

/** The member's scanner settings on this phone. */
const ScannerSettings = v.object({
  /** The camera's id, or null for the one that faces away. */
  camera: v.fallback(v.nullable(v.string()), null),
  torch: v.fallback(v.boolean(), false),
  /** Null: the camera's default. */
  zoom: v.fallback(v.nullable(v.number()), null),
  sound: v.fallback(v.boolean(), false),
  /** Hall mode: silent and dark, for a concert hall with the lights down. */
  hall: v.fallback(v.boolean(), false),
  /** A code has been read here: how that works needs no more words. */
  hasRead: v.fallback(v.boolean(), false),
})
export type ScannerSettings = v.InferOutput<typeof ScannerSettings>

const listeners = createListeners()
let known: ScannerSettings | undefined

function stored(): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}')
  } catch {
    return {}
  }
}

/** The stored settings; missing or unreadable ones get their defaults. */
export function readScannerSettings(): ScannerSettings {
  known ??= v.parse(v.fallback(ScannerSettings, v.parse(ScannerSettings, {})), stored())
  return known
}

/** Stores a change. If the browser stores nothing, the change lasts until the page is closed. */
export function changeScannerSettings(change: Partial<ScannerSettings>): void {
  known = { ...readScannerSettings(), ...change }
  try {
    localStorage.setItem(key, JSON.stringify(known))
  } catch {
    // A private window, or a full disk: not worth a message.
  }
  listeners.notify()
}

/** Calls the listener on every change in this tab. Returns an unsubscribe function. */
export function subscribeToScannerSettings(listener: () => void): () => void {
  return listeners.add(listener)
}
