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

/** The path from `outer` to `inner` as child indices. */
function elementPath(inner: Element, outer: Element): number[] {
  if (inner === outer || !inner.parentElement) return []
  return [...elementPath(inner.parentElement, outer), [...inner.parentElement.children].indexOf(inner)]
}

/** Remembers an element of the prerendered page. Returns a function that finds the same element of the app. */
function captureElement(element: Element, prerendered: HTMLElement, app: HTMLElement): () => HTMLElement | undefined {
  const path = elementPath(element, prerendered)
  const isSame = (target: Element | undefined) =>
    target?.tagName === element.tagName &&
    target.textContent === element.textContent &&
    target.getAttribute('href') === element.getAttribute('href')
  const isShownAndSame = (target: Element) => isSame(target) && target.getClientRects().length > 0
  return () => {
    const atPath = path.reduce<Element | undefined>((outer, index) => outer?.children[index], app)
    // A member's welcome has other elements around it.
    const target = isSame(atPath) ? atPath : [...app.querySelectorAll(element.tagName)].find(isShownAndSame)
    return target instanceof HTMLElement ? target : undefined
  }
}

/**
 * Remembers where the focus is in the prerendered page. Returns a function that focuses the same element of the app.
 */
function captureFocus(prerendered: HTMLElement, app: HTMLElement): () => void {
  const focused = document.activeElement
  if (focused === null || !prerendered.contains(focused)) return () => undefined
  const find = captureElement(focused, prerendered, app)
  return () => find()?.focus({ preventScroll: true })
}

/**
 * Remembers which control of the prerendered page is held down: browsers press nothing whose press began on an element
 * that is gone. Returns a function after which the release presses the same control of the app.
 */
function captureHeldPress(prerendered: HTMLElement, app: HTMLElement): () => void {
  const held = prerendered.querySelector('a:active, button:active, summary:active')
  const find = held ? captureElement(held, prerendered, app) : () => undefined
  return () => {
    const control = find()
    if (control) pressAtRelease(control)
  }
}

function pressAtRelease(control: HTMLElement): void {
  const watch = new AbortController()
  const options = { capture: true, signal: watch.signal }
  let hasMoved = false
  const release = (event: MouseEvent | KeyboardEvent) => {
    const isPress = event instanceof MouseEvent ? event.button === 0 : event.key === ' '
    // The page may have moved below a pointer that rests.
    const isHere = !hasMoved || (event.target instanceof Node && control.contains(event.target))
    // A browser that presses the control itself does so before.
    setTimeout(() => {
      if (isPress && isHere && !watch.signal.aborted) control.click()
      watch.abort()
    })
  }
  addEventListener(
    'mousemove',
    ({ movementX, movementY }) => (hasMoved ||= movementX !== 0 || movementY !== 0),
    options,
  )
  addEventListener('mouseup', release, options)
  addEventListener('keyup', release, options)
  // Another press has begun, or the browser's own has come.
  for (const type of ['mousedown', 'click']) addEventListener(type, () => watch.abort(), options)
}

/**
 * Until its next frame, WebKit finds nothing at the place of an app that has just come into the document: a press that
 * begins in between is one of the page's ground, and presses what is there at its end.
 */
function catchLostPress(): void {
  const watch = new AbortController()
  const { signal } = watch
  const press = (event: MouseEvent) => {
    watch.abort()
    if (event.target !== document.body) return
    const control = document.elementFromPoint(event.clientX, event.clientY)?.closest('a, button, summary')
    if (control instanceof HTMLElement) control.click()
  }
  const begin = ({ target }: MouseEvent) => {
    if (target === document.body) addEventListener('click', press, { signal })
  }
  addEventListener('mousedown', begin, { capture: true, signal })
  // By then the page has been drawn. A press that has begun goes on to its end.
  afterFrames(3, () => removeEventListener('mousedown', begin, true))
}

function afterFrames(count: number, callback: () => void): void {
  if (count === 0) callback()
  else requestAnimationFrame(() => afterFrames(count - 1, callback))
}

const searchField = (within: HTMLElement) => within.querySelector<HTMLInputElement>('input[type=search]')

/**
 * Remembers what was typed into the prerendered search field. Returns a function that types it into the app's field.
 */
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

const choices = (within: HTMLElement) => [...within.querySelectorAll('select')]

/**
 * Remembers what was chosen in the prerendered page. Returns a function that chooses it in the app, where it is
 * offered. What the address has chosen stays where nothing was.
 */
function captureChoices(prerendered: HTMLElement, app: HTMLElement): () => void {
  const chosen = choices(prerendered).map(({ value }) => value)
  return () => {
    for (const [index, field] of choices(app).entries()) {
      const option = [...field.options].find(({ value }) => value !== '' && value === chosen[index])
      if (!option || option.selected) continue
      option.selected = true
      field.dispatchEvent(new Event('change', { bubbles: true }))
    }
  }
}

/**
 * Captures the focus, what was chosen and typed before the app was mounted, and a press that has not ended yet.
 *
 * @param prerendered the prerendered page
 * @param app the element that replaces it
 * @returns restores the input in the app
 */
export function captureEarlyInput(prerendered: HTMLElement, app: HTMLElement): () => void {
  const restores = [captureFocus, captureSearchText, captureChoices, captureHeldPress].map((capture) =>
    capture(prerendered, app),
  )
  return () => {
    for (const restore of restores) restore()
    catchLostPress()
  }
}

/**
 * Removes the prerendered parts of the head, which the app now renders itself, and replays a press of a button or link
 * that came before the app was mounted (recorded by the server's inline script).
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
