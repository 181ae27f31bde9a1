declare global {
  interface Document {
    /**
     * The button that was pressed last before the app was there (`watchDocument.ts`); null once the app answers itself.
     */
    earlyPress?: HTMLElement | null
  }
}

/** The control of the app that is the same as one of the document. */
function sameControl(before: HTMLElement | null, app: HTMLElement): HTMLElement | null {
  if (before === null || before.isConnected) return before
  const { textContent, tagName } = before
  const isSame = (one: HTMLElement) =>
    one.textContent === textContent &&
    one.ariaLabel === before.ariaLabel &&
    one.getAttribute('href') === before.getAttribute('href') &&
    one.getClientRects().length > 0
  return [...app.querySelectorAll<HTMLElement>(tagName)].find(isSame) ?? null
}

const control = ':is(a, button, summary)'

/**
 * What a person does before the app is there. React leaves the elements that it hydrates; a page that is drawn anew, or
 * for a member, has other ones.
 *
 * @param app the element of the app
 */
export function earlyInput(app: HTMLElement) {
  let focused: HTMLElement | null = null
  let pressed: HTMLElement | null = null
  let held: HTMLElement | null = null
  const replayed = new AbortController()
  /** Once the app shows its own state, and no press from before it goes on. */
  const taken = new AbortController()
  const options = { capture: true, signal: taken.signal }
  addEventListener(
    'pointerdown',
    ({ target, pointerType, button, ctrlKey, metaKey, shiftKey, altKey }) => {
      // A finger's tap is where it ends, on what is there then.
      const isPlain = pointerType === 'mouse' && button === 0 && !ctrlKey && !metaKey && !shiftKey && !altKey
      held = isPlain && target instanceof Element && app.contains(target) ? target.closest<HTMLElement>(control) : null
    },
    options,
  )
  addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      const lost = held?.isConnected === false ? sameControl(held, app) : null
      held = null
      if (replayed.signal.aborted) taken.abort()
      // Browsers press nothing whose element has gone meanwhile.
      if (lost?.contains(document.elementFromPoint(clientX, clientY)) === true) lost.click()
    },
    options,
  )
  return {
    /** Called before the app changes the document, in which a control may still take the focus until then. */
    captureFocus(): void {
      const capture = () => {
        const { activeElement } = document
        if (activeElement instanceof HTMLElement && app.contains(activeElement)) focused = activeElement
      }
      capture()
      app.addEventListener('focusin', capture, { signal: replayed.signal })
    },
    /** Called when the app begins to answer presses. */
    capturePress(): void {
      pressed = document.earlyPress ?? null
      document.earlyPress = null
    },
    /** Called when the app shows its own state. */
    replay(): void {
      replayed.abort()
      if (held === null) taken.abort()
      if (focused?.isConnected === false) sameControl(focused, app)?.focus({ preventScroll: true })
      const button = sameControl(pressed, app)
      button?.focus()
      button?.click()
    },
  }
}

export type EarlyInput = ReturnType<typeof earlyInput>
