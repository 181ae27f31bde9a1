/** What is known of the contents that a page shows. */
export type Told<Data> =
  | { kind: 'coming' }
  /** The club could not be asked, and nothing was kept from an earlier visit. */
  | { kind: 'failed'; isTrying: boolean; onRetry: () => void }
  /** `keptSince`: when this was heard, in milliseconds, where the club cannot be asked now; null otherwise. */
  | { kind: 'there'; data: Data; keptSince: number | null }
