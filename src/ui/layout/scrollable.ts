/** What lets keys scroll a part of the page, by its name. */
export const scrollable = (label: string) => ({ role: 'group', 'aria-label': label, tabIndex: 0 }) as const
