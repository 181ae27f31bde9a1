import { rememberedMember, watchMemberChange } from '#src/session/member.ts'
import { scanOutbox } from './scanOutbox.ts'

function forget(): void {
  void scanOutbox.forgetFinal(rememberedMember()?.id ?? null)
}

/**
 * Removes the scans with a final answer of everybody who is not signed in, now and whenever the member changes. Also
 * those that get it after a sign-out, by an answer that was under way. Never rejects. Returns what ends it.
 */
export function forgetOthersScans(): () => void {
  forget()
  const stops = [
    watchMemberChange(forget),
    scanOutbox.subscribe(() => {
      if (rememberedMember() === null) forget()
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
