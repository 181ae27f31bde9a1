/**
 * Makes a page's scripts believe that the app is installed, which a browser without windows can't emulate. Runs in the
 * page.
 */
export function asInstalled(): void {
  const ask = matchMedia.bind(globalThis)
  globalThis.matchMedia = (query) => ask(query.replace('(display-mode: standalone)', '(display-mode: browser)'))
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
