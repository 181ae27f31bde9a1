import { addressLines, profileTable } from './profileTable.ts'
/** The lines of an address (`addressLines`) without which nothing can be sent (specification section 5). */
const neededLines = addressLines.filter((line) => profileTable[line].requiredBy.length > 0)

/** Whether something can be sent to an address, by its lines. */
export function isAddressComplete(address: Readonly<Record<string, string | null>> | undefined): boolean {
  return neededLines.every((line) => (address?.[line] ?? '').trim() !== '')
}
