/** Replaces a text that occurs exactly once in the file. */
export interface Edit {
  file: string
  find: string
  put: string
}

/** A likely mistake in the outbox, and the test that must fail with it. */
export interface Mutation {
  name: string
  edits: readonly Edit[]
  /** A test file below the project's folder. */
  noticedBy: string
}
