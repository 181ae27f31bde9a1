import { type Language, languages, languageTags } from '#contract/language.ts'
import { rememberPage, requestBackgroundSync, showOnIcon } from '#src/outbox/whileClosed.ts'
import { countUnsent } from '#src/outbox/entry.ts'
import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { scanOutbox, watchScans } from './scanOutbox.ts'

// What goes on while no page is open, as far as a page sees to it: the icon, the worker and what it knows.

function showWaiting(): void {
  const memberId = rememberedMember()?.id
  if (memberId === undefined) void showOnIcon(0)
  else
    scanOutbox.unsent(memberId).then(
      (scans) => showOnIcon(countUnsent(scans).total),
      // Counted at the next change.
      () => undefined,
    )
}

/** Takes the notifications back that tell of who leaves. A failure is harmless: they name no one. */
export async function closeNotifications(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    for (const notification of (await registration?.getNotifications()) ?? []) notification.close()
  } catch {
    // A browser without workers, or without notifications.
  }
}

/**
 * Keeps the number of the member's waiting scans on the app's icon, and none after a sign-out. Returns what ends it.
 */
export function keepWaitingOnIcon(): () => void {
  showWaiting()
  const stops = [watchScans(showWaiting), watchMemberChange(showWaiting)]
  return () => {
    for (const stop of stops) stop()
  }
}

/** Tells the worker what it needs to know of this page while none is open. Returns what ends it. */
export function keepPageFacts(): () => void {
  let reported: Language | null = null
  const report = () => {
    const lang = languages.find((one) => languageTags[one] === document.documentElement.lang)
    if (lang === undefined || lang === reported) return
    reported = lang
    const isInstalled = matchMedia('(display-mode: standalone)').matches
    // Reported again at the next occasion.
    rememberPage({ lang, isInstalled }).catch(() => (reported = null))
  }
  const events = new AbortController()
  const unwatch = watchScans(report)
  // Also when the page is left.
  document.addEventListener('visibilitychange', report, { signal: events.signal })
  return () => {
    events.abort()
    unwatch()
  }
}

/** Asks the browser to wake the worker once there is a network. A failure is harmless: the next page does its work. */
export async function wakeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  try {
    const registration = await navigator.serviceWorker.getRegistration()
    if (registration?.active) await requestBackgroundSync(registration)
  } catch {
    return
  }
}
