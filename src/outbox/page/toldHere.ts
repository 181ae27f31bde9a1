/**
 * The calls whose answer a page of this tab has taken, by their ids: it tells the member itself, also while the page of
 * the result is on its way.
 */
export const toldHere = new Set<string>()
