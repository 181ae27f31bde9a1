/**
 * For the `loader` of the pages of joining: loads their texts. Not in `beforeLoad`, during which the router shows nothing of a page that is on
 * its way, and loads none of its code.
 */
export async function loadJoiningTexts(): Promise<void> {
  await (await import('#src/features/registration/gate.ts')).loadTexts()
}
