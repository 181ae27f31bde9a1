/** Rows per statement: few enough that a purge holds up nobody. */
const batch = 1_000

/**
 * Deletes many rows in statements of a thousand. Resolves to their number.
 *
 * @param deleteSome deletes at most `limit` rows
 */
export async function deleteInBatches(
  deleteSome: (limit: number) => Promise<{ numDeletedRows: bigint }>,
): Promise<number> {
  for (let deleted = 0; ;) {
    const { numDeletedRows } = await deleteSome(batch)
    deleted += Number(numDeletedRows)
    if (numDeletedRows < BigInt(batch)) return deleted
  }
}
