/** Characters of a code as people read them out. */
export const inGroupsOfFour = (characters: string): string => (characters.match(/.{1,4}/g) ?? []).join('-')

/** A voucher's code, however it is written: in small letters, without hyphens, with spaces. */
export function normalizeCode(given: string): string {
  const characters = given
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
  return inGroupsOfFour(characters)
}
