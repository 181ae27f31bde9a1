import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { showOnIcon } from '#src/outbox/appBadge.ts'
import { scanOutbox, watchScans } from './scanOutbox.ts'

function showWaiting(): void {
  const memberId = rememberedMember()?.id
  if (memberId === undefined) void showOnIcon(0)
  else
    scanOutbox.unsent(memberId).then(
      (scans) => showOnIcon(scans.length),
      // Counted at the next change.
      () => undefined,
    )
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
