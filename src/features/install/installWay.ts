/** How the app is installed in a browser: by its prompt, or by the person, in one of its menus. */
export type InstallWay = 'prompt' | 'ios' | 'dock' | 'menu'

/** What the browser says of itself. */
export interface BrowserFacts {
  userAgent: string
  /** How many fingers the screen follows. */
  touchPoints: number
  hasPrompt: boolean
  isInstalled: boolean
}

/**
 * The way to install the app, or null where there is none or it is installed. Browsers without a prompt don't say what
 * they can: on phones all of them can add a page to the home screen; on computers Safari alone can do so without a
 * prompt.
 */
export function installWay({ userAgent, touchPoints, hasPrompt, isInstalled }: BrowserFacts): InstallWay | null {
  if (isInstalled) return null
  if (hasPrompt) return 'prompt'
  const isMac = userAgent.includes('Macintosh')
  // An iPad calls itself a Mac, which has no touch screen.
  if (/iPhone|iPad|iPod/.test(userAgent) || (isMac && touchPoints > 1)) return 'ios'
  if (userAgent.includes('Android')) return 'menu'
  const isSafari = /Version\/[\d.]+ Safari/.test(userAgent)
  return isMac && isSafari ? 'dock' : null
}
