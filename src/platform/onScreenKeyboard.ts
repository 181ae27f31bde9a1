/** Controls that no keyboard comes up for. */
const withoutText = new Set(['button', 'checkbox', 'color', 'file', 'image', 'radio', 'range', 'reset', 'submit'])

function takesText(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !withoutText.has(element.type)
  return element instanceof HTMLTextAreaElement
}

/** What a keyboard leaves of the window at most: browsers' own bars take less than the rest. */
const remainingShare = 0.8

/**
 * Calls `listener` with whether the on-screen keyboard covers the page: a text field has the focus, and much of the
 * window is gone, whether the browser shrinks the page with it or not. (The focus alone says little: Android closes its
 * keyboard and leaves the focus.)
 *
 * @returns stops watching
 */
export function watchOnScreenKeyboard(listener: (isOpen: boolean) => void): () => void {
  const view = visualViewport
  if (!view) return () => undefined
  const watch = new AbortController()
  const { signal } = watch
  let full = { width: 0, height: 0 }
  const check = () => {
    // Zooming in shows less of the page, too.
    const [width, height] = [view.width * view.scale, view.height * view.scale]
    const hasTurned = Math.abs(width - full.width) > 1
    if (hasTurned || height > full.height) full = { width, height }
    listener(takesText(document.activeElement) && height < full.height * remainingShare)
  }
  check()
  view.addEventListener('resize', check, { signal })
  for (const type of ['focusin', 'focusout']) addEventListener(type, () => setTimeout(check), { signal })
  return () => watch.abort()
}
