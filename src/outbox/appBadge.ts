/**
 * Shows on the icon of the installed app how many scans wait; 0 removes the mark. For page and worker. Does nothing in
 * browsers without such marks, and never rejects: the app shows the number itself.
 */
export async function showOnIcon(waiting: number): Promise<void> {
  if (!('setAppBadge' in navigator)) return
  try {
    await (waiting > 0 ? navigator.setAppBadge(waiting) : navigator.clearAppBadge())
  } catch {
    return
  }
}
