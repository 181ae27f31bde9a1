/** Whether the app runs in a window of its own, as it does from the home screen. */
export function isInstalled(): boolean {
  return !import.meta.env.SSR && matchMedia('(display-mode: standalone)').matches
}
