/** The element that holds what was made at build time, and then the app. */
export function appElement(): HTMLElement {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no element #root')
  return element
}

/** Whether the page shows what was made at build time. */
export function isPrerendered(element: HTMLElement): boolean {
  return Object.hasOwn(element.dataset, 'prerendered')
}

/**
 * Takes note of what somebody has typed into the page's search field before the app was there. The function that comes back puts it, and
 * the cursor, into the app's own.
 */
export function typedEarly(element: HTMLElement): () => void {
  const searchField = () => element.querySelector<HTMLInputElement>('input[type=search]')
  const early = searchField()
  const { value = '' } = early ?? {}
  const isTyping = early !== null && early === document.activeElement
  return () => {
    const field = searchField()
    if (isTyping) field?.focus()
    if (!field || value === '') return
    // Not by setting its value: React takes that for its own doing.
    field.setRangeText(value, 0, field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * The app draws everything itself from now on: what the build put into the head for those who do not run it is taken out, and the
 * button or link that somebody has pressed too early (server/memberMark.ts) is pressed again.
 */
export function endPrerendered(element: HTMLElement): void {
  delete element.dataset['prerendered']
  delete document.documentElement.dataset['member']
  for (const made of document.head.querySelectorAll('[data-prerendered]')) made.remove()
  const { pressed } = document.documentElement.dataset
  delete document.documentElement.dataset['pressed']
  if (pressed === undefined) return
  const button = element.querySelector<HTMLElement>(`[data-early="${CSS.escape(pressed)}"]`)
  button?.focus()
  button?.click()
}
