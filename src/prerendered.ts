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

/** An element's place below another one, as the indices of children; scripts do not count, the app has none. */
function placeOf(inner: Element, outer: Element): number[] {
  if (inner === outer || !inner.parentElement) return []
  const siblings = [...inner.parentElement.children].filter(({ tagName }) => tagName !== 'SCRIPT')
  return [...placeOf(inner.parentElement, outer), siblings.indexOf(inner)]
}

/** Takes note of where the focus is. The function that comes back gives it to the same place of the app. */
function focusedEarly(element: HTMLElement, app: HTMLElement): () => void {
  const early = document.activeElement
  if (early === null || !element.contains(early)) return () => undefined
  const place = placeOf(early, element)
  return () => {
    const same = place.reduce<Element | undefined>((outer, index) => outer?.children[index], app)
    const isSame = same?.tagName === early.tagName && same.textContent === early.textContent
    if (isSame && same instanceof HTMLElement) same.focus({ preventScroll: true })
  }
}

const searchField = (within: HTMLElement) => within.querySelector<HTMLInputElement>('input[type=search]')

/** Takes note of what somebody has typed into the page's search field. The function that comes back puts it into the app's own. */
function typedEarly(element: HTMLElement, app: HTMLElement): () => void {
  const { value = '' } = searchField(element) ?? {}
  return () => {
    const field = searchField(app)
    if (!field || value === '') return
    // Not by setting its value: React takes that for its own doing.
    field.setRangeText(value, 0, field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Takes note of what somebody has done with the page before the app was there: where the focus is, and what was typed. The function that
 * comes back does the same with the app.
 *
 * @param element what was made at build time
 * @param app what takes its place
 */
export function doneEarly(element: HTMLElement, app: HTMLElement): () => void {
  const repeats = [focusedEarly(element, app), typedEarly(element, app)]
  return () => {
    for (const repeat of repeats) repeat()
  }
}

/**
 * The app draws everything itself from now on: what the build put into the head for those who do not run it is taken out, and the
 * button or link that somebody has pressed too early (server/render/inlineScripts.ts) is pressed again.
 */
export function endPrerendered(app: HTMLElement): void {
  delete document.documentElement.dataset['member']
  for (const made of document.head.querySelectorAll('[data-prerendered]')) made.remove()
  const { pressed } = document.documentElement.dataset
  delete document.documentElement.dataset['pressed']
  if (pressed === undefined) return
  const button = app.querySelector<HTMLElement>(`[data-early="${CSS.escape(pressed)}"]`)
  button?.focus()
  button?.click()
}
