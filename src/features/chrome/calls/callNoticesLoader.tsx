import { useRememberedMember } from '#src/session/member.ts'
import { loadMemberCatalog } from '#src/i18n/activate.ts'
import { useCalls } from '#src/outbox/page/scanOutbox.ts'
import { optionalPart } from '#src/ui/layout/lazyPart.tsx'

const CallNotices = optionalPart(async () => {
  const [notices] = await Promise.all([import('./CallNotices.tsx'), loadMemberCatalog()])
  return notices.CallNotices
})

/** Loads what tells a member of calls whose page is closed, if there are any. */
export function CallNoticesLoader() {
  const memberId = useRememberedMember()?.id ?? null
  const calls = useCalls(memberId)
  return memberId !== null && calls.length > 0 && <CallNotices memberId={memberId} calls={calls} />
}
