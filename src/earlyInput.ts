/** The element that holds the prerendered page, and then the app. */
export function appElement(): HTMLElement {
  const element = document.getElementById('root')
  if (!element) throw new Error('The page has no element #root')
  return element
}

/** Whether the element still shows the prerendered page. */
export function isPrerendered(element: HTMLElement): boolean {
  return Object.hasOwn(element.dataset, 'prerendered')
}

/** The path from `outer` to `inner` as child indices. Scripts are skipped: the app renders none. */
function elementPath(inner: Element, outer: Element): number[] {
  if (inner === outer || !inner.parentElement) return []
  const siblings = [...inner.parentElement.children].filter(({ tagName }) => tagName !== 'SCRIPT')
  return [...elementPath(inner.parentElement, outer), siblings.indexOf(inner)]
}

/** Remembers where the focus is in the prerendered page. Returns a function that focuses the same element of the app. */
function captureFocus(prerendered: HTMLElement, app: HTMLElement): () => void {
  const focused = document.activeElement
  if (focused === null || !prerendered.contains(focused)) return () => undefined
  const path = elementPath(focused, prerendered)
  return () => {
    const target = path.reduce<Element | undefined>((outer, index) => outer?.children[index], app)
    const isSame = target?.tagName === focused.tagName && target.textContent === focused.textContent
    if (isSame && target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
}

const searchField = (within: HTMLElement) => within.querySelector<HTMLInputElement>('input[type=search]')

/** Remembers what was typed into the prerendered search field. Returns a function that types it into the app's field. */
function captureSearchText(prerendered: HTMLElement, app: HTMLElement): () => void {
  const { value = '' } = searchField(prerendered) ?? {}
  return () => {
    const field = searchField(app)
    if (!field || value === '') return
    // React ignores an input event after its own value setter ran, so the text is inserted without it.
    field.setRangeText(value, 0, field.value.length, 'end')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
}

/**
 * Captures the focus and the text that was typed before the app was mounted.
 *
 * @param prerendered the prerendered page
 * @param app the element that replaces it
 * @returns restores the input in the app
 */
export function captureEarlyInput(prerendered: HTMLElement, app: HTMLElement): () => void {
  const restores = [captureFocus(prerendered, app), captureSearchText(prerendered, app)]
  return () => {
    for (const restore of restores) restore()
  }
}

/**
 * Removes the prerendered parts of the head, which the app now renders itself, and replays a press of a button or link that came before
 * the app was mounted (recorded by the server's inline script).
 */
export function replayEarlyPress(app: HTMLElement): void {
  delete document.documentElement.dataset['member']
  for (const prerendered of document.head.querySelectorAll('[data-prerendered]')) prerendered.remove()
  const { pressed } = document.documentElement.dataset
  delete document.documentElement.dataset['pressed']
  if (pressed === undefined) return
  const button = app.querySelector<HTMLElement>(`[data-early="${CSS.escape(pressed)}"]`)
  button?.focus()
  button?.click()
}
