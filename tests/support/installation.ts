/**
 * Makes a page's scripts believe that the app is installed, which a browser without windows can't emulate. Runs in the
 * page.
 */
export function asInstalled(): void {
  const ask = matchMedia.bind(globalThis)
  globalThis.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', '(display-mode: browser)'))
}

/** Draws a page as the installed app does: the same for its style sheets. Runs in the page. */
export function drawAsInstalled(): void {
  const change = (rules: CSSRuleList) => {
    for (const rule of rules) {
      if (rule instanceof CSSMediaRule) {
        const { media } = rule
        media.mediaText = media.mediaText.replace('display-mode: standalone', 'display-mode: browser')
      }
      if (rule instanceof CSSGroupingRule) change(rule.cssRules)
    }
  }
  for (const sheet of document.styleSheets) change(sheet.cssRules)
}

/**
 * Dispatches the event with which a browser offers to install the app, and counts how often it is asked to. Runs in the
 * page.
 */
export function offerInstallation(): void {
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: () => {
      document.documentElement.dataset['prompts'] = String(Number(document.documentElement.dataset['prompts'] ?? 0) + 1)
      return Promise.resolve({ outcome: 'accepted' })
    },
  })
  dispatchEvent(offer)
}
