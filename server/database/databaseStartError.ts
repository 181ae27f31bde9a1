/** The database cannot be opened. The message is a sentence for the operator, and names what to change. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}
