/** Loads the member's welcome. The route waits for it: without it, home has no heading. */
export async function loadMemberWelcome() {
  return (await import('./MemberWelcome.tsx')).MemberWelcome
}
