import { lazy, Suspense } from 'react'
import type { RememberedMember } from '#src/session/member.ts'

let loaded: typeof import('./MemberWelcome.tsx') | undefined

async function load() {
  loaded = await import('./MemberWelcome.tsx')
  return loaded.MemberWelcome
}

const LazyMemberWelcome = lazy(async () => ({ default: await load() }))

/** Loads the member's welcome. The route waits for it: without it, home has no heading. */
export async function loadMemberWelcome(): Promise<void> {
  await load()
}

/**
 * The member's welcome, at once where it is loaded, so that it follows the prerendered one without a gap. Visitors
 * never load it.
 */
export function MemberWelcomeLoader({ member }: { member: RememberedMember }) {
  return (
    <Suspense>
      {loaded ? (
        <loaded.MemberWelcome key={member.id} member={member} />
      ) : (
        <LazyMemberWelcome key={member.id} member={member} />
      )}
    </Suspense>
  )
}
