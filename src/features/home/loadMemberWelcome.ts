/** Fetches the member's welcome: home waits for it, because it has no heading without. */
export async function loadMemberWelcome() {
  return (await import('./MemberWelcome.tsx')).MemberWelcome
}
