import { rememberedMember } from '#src/session/member.ts'
import { lazyPart } from '#src/ui/layout/lazyPart.tsx'

/** Visitors never load it. Without it, home has no heading. */
export const MemberWelcome = lazyPart(async () => (await import('./MemberWelcome.tsx')).MemberWelcome)

/** Loads a member's welcome: it is drawn with home, and follows that of the document without a gap. */
export async function loadMemberWelcome(): Promise<void> {
  if (rememberedMember()) await MemberWelcome.load().catch(() => undefined)
}
