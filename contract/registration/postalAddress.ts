/** The lines of an address (`addressLines`) without which nothing can be sent (specification section 5). */
export const neededAddressLines = ['house_or_building_estate', 'road_or_street', 'district', 'country'] as const

/** Whether something can be sent to an address, by its lines. */
export function isAddressComplete(address: Readonly<Record<string, string | null>> | undefined): boolean {
  return neededAddressLines.every((line) => (address?.[line] ?? '').trim() !== '')
}
