import type { Matcher, Proxy } from '#tests/support/proxy.ts'
import type { CrashCase } from './cases.ts'
import { type KillPoint, type ScanCall, scanCalls } from './killPoints.ts'

/** The faults of one case, in the order of the case. */
export interface FaultPlan {
  /** The scanner is open; nothing has been scanned yet. */
  plant: () => void
  /** The browser has been killed. */
  darken: () => Promise<void>
  /** From here on, only faults already planned for a single call can occur. */
  heal: () => Promise<void>
  /** Removes the faults that no call has met. */
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
      if (window === 'outage') plant(affectedCalls(killPoint))
    },
    darken: async () => {
      if (window === 'after restart') plant(scanCalls, 1)
      // Reopened in the same concert hall without signal: nothing can be reached, not even the app's own files.
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

/** A browser that is to be killed at verify-ticket has to get that far. */
function affectedCalls(point: KillPoint): readonly ScanCall[] {
  return point.kind === 'call' && point.call === 'verify-ticket' ? ['verify-ticket'] : scanCalls
}
