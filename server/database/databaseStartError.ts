/** The database cannot be had. The message is a sentence for the person who starts the product: it names what to change. */
export class DatabaseStartError extends Error {
  override readonly name = 'DatabaseStartError'
}

/** What a failure says of itself, in one line. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return reasonOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}

/** The system's or PostgreSQL's code of a failure ("ENOENT", "28P01"), or an empty text. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
