/**
 * What a dialog gives the focus to when it opens, instead of its first button: a ref. React's own property would focus
 * it before that.
 */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '')
}
