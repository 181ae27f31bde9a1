import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { pictureOf } from '#tests/support/pictures.ts'
import type { IssuedTicket } from '#tests/support/tickets.ts'
import type { SeenRequest, Stage } from '#tests/support/proxy.ts'
import { CaseFailure } from './caseFailure.ts'
import { type CrashCase, windows } from './cases.ts'
import type { TestBed } from './testBed.ts'
import { type Evidence, gatherEvidence } from './evidence.ts'
import type { FaultPlan } from './faultPlan.ts'
import { type Gesture, nearestStage } from './killPoints.ts'
import { launchKillableBrowser } from './killableBrowser.ts'

/**
 * The limit for a case to reach its kill point, in milliseconds: room for a time-out of 8 s, a delay and a second
 * time-out.
 */
const killTimeoutMs = 40_000

interface FirstLife {
  bed: TestBed
  crash: CrashCase
  profile: string
  ticket: IssuedTicket
  plan: FaultPlan
}

/**
 * The browser until its kill: the member picks the ticket's picture and confirms the preview.
 *
 * @returns what the browser had promised when it died
 */
export async function scanUntilKilled({ bed, crash, profile, ticket, plan }: FirstLife): Promise<Evidence> {
  const { proxy } = bed
  const { page, kill } = await launchKillableBrowser(profile)
  const evidence = gatherEvidence(page, proxy)
  const killed = Promise.withResolvers<void>()
  let dead = false
  const killNow = async () => {
    if (dead) return
    dead = true
    await kill()
    killed.resolve()
  }
  const point = crash.killPoint
  const unwatch = watchCalls(bed, crash, killNow)
  const reach = (gesture: Gesture) => {
    if (point.kind !== 'gesture' || point.gesture !== gesture) return
    void delay(point.delays[windows.indexOf(crash.window)] ?? 0).then(killNow)
  }
  try {
    const gestures = makeGestures({ page, origin: proxy.origin, ticket, plan, reach }).catch((error: unknown) => {
      if (!dead) killed.reject(error)
    })
    await Promise.race([killed.promise, tooLate()])
    await gestures
  } finally {
    unwatch()
    evidence.stop()
    await killNow()
  }
  return evidence
}

async function tooLate(): Promise<never> {
  await delay(killTimeoutMs, undefined, { ref: false })
  throw new CaseFailure('broken', `The kill point never came within ${killTimeoutMs / 1000} s.`)
}

/** Kills at the given stage of a call, from inside the proxy: the call continues only when the browser is dead. */
function watchCalls(
  { proxy }: TestBed,
  { killPoint: point, fault, window }: CrashCase,
  killNow: () => Promise<void>,
): () => void {
  if (point.kind !== 'call') return () => undefined
  const wanted: Stage = window === 'outage' ? nearestStage(point.stage, fault) : point.stage
  const calls: SeenRequest[] = []
  return proxy.watch({ path: `/${point.call}` }, async (stage, request) => {
    if (stage === 'arrived') calls.push(request)
    const isFirst = calls[0] === request
    if (stage === wanted && !(window === 'survived' && isFirst)) await killNow()
  })
}

interface Gestures {
  page: Page
  origin: string
  ticket: IssuedTicket
  plan: FaultPlan
  /** Called right after each gesture. */
  reach: (gesture: Gesture) => void
}

async function makeGestures({ page, origin, ticket, plan, reach }: Gestures): Promise<void> {
  const picture = pictureOf(ticket.code)
  await page.goto(`${origin}/en/scanner`)
  const chooser = page.locator('input[type="file"]')
  await chooser.waitFor({ state: 'attached' })
  plan.plant()
  const chosen = chooser.setInputFiles(picture)
  reach('file chosen')
  await chosen
  await page.waitForURL('**/en/scan-preview?*')
  await page.getByRole('heading', { level: 1 }).waitFor()
  reach('saved shown')
  await page.locator('button:not([aria-disabled])', { hasText: 'Confirm' }).click()
  reach('confirm pressed')
}
