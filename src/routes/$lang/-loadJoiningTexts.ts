/** For the `loader` of the pages of joining: loads their texts, as `loadMemberCatalog` does those of a member's pages. */
export async function loadJoiningTexts(): Promise<void> {
  await (await import('#src/features/registration/guards.ts')).loadTexts()
}
