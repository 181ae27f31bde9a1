import type { Matcher, Proxy } from '#tests/support/proxy.ts'
import type { CrashCase } from './cases.ts'
import { type KillPoint, type ScanCall, scanCalls } from './killPoints.ts'

/** The faults of one case, in the order in which the case goes through them. */
export interface FaultPlan {
  /** The scanner is open; nothing has been scanned. */
  plant: () => void
  /** The browser is dead. */
  darken: () => Promise<void>
  /** Nothing more goes wrong from here on that has not been planted for a single call. */
  heal: () => Promise<void>
  /** Takes back whatever nobody has run into. */
  clear: () => Promise<void>
}

/** Plans the faults of a case; nothing happens yet. */
export function planFaults(proxy: Proxy, { killPoint, fault: { name, fault }, window }: CrashCase): FaultPlan {
  let offline = false
  const plant = (calls: readonly ScanCall[], times?: number) => {
    for (const call of calls) proxy.fault(matcherOf(call, times), fault)
  }
  const goOnline = async () => {
    if (offline) await proxy.goOnline()
    offline = false
  }
  return {
    plant: () => {
      if (window === 'first scan') plant(['scan-ticket'], 1)
      if (window === 'first verify') plant(['verify-ticket'], 1)
      if (window === 'survived') plant(scanCalls, 1)
      if (window === 'outage') plant(sufferingCalls(killPoint))
    },
    darken: async () => {
      if (window === 'after restart') plant(scanCalls, 1)
      // Opened again in the same hall without signal: nothing can be reached at all, the app's own files included.
      if (window !== 'outage' || name !== 'refused') return
      offline = true
      await proxy.goOffline()
    },
    heal: async () => {
      if (window === 'outage') proxy.heal()
      await goOnline()
    },
    clear: async () => {
      proxy.heal()
      await goOnline()
    },
  }
}

function matcherOf(call: ScanCall, times: number | undefined): Matcher {
  return { path: `/${call}`, ...(times !== undefined && { times }) }
}

/** A browser that dies at verify-ticket has to come that far. */
function sufferingCalls(point: KillPoint): readonly ScanCall[] {
  return point.kind === 'call' && point.call === 'verify-ticket' ? ['verify-ticket'] : scanCalls
}
