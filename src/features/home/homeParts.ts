import { rememberedMember } from '#src/session/member.ts'
import { lazyPart } from '#src/ui/layout/lazyPart.tsx'

/** Visitors never load it. Without it, home has no heading. */
export const MemberWelcome = lazyPart(async () => (await import('./MemberWelcome.tsx')).MemberWelcome)

/** Loads what is drawn with home: a member's welcome, which follows that of the document; in a document, all of home. */
export async function loadHomeParts(): Promise<void> {
  if (import.meta.env.SSR) await (await import('./HomePage.tsx')).HomeContents.load()
  else if (rememberedMember()) await MemberWelcome.load().catch(() => undefined)
}
