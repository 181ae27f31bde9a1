/** Somebody's name in Latin letters; empty while none is known. */
export function fullName(first: string | null, last: string | null): string {
  return [first, last].filter(Boolean).join(' ')
}
