/** The state of the contents that a page shows. */
export type ContentState<Data> =
  | { kind: 'loading' }
  /** The request failed, and this device has no copy from an earlier visit. */
  | { kind: 'failed'; isRetrying: boolean; onRetry: () => void }
  /**
   * `staleSince`: when the data was fetched, in milliseconds since 1970, if it cannot be refreshed now; otherwise null.
   */
  | { kind: 'ready'; data: Data; staleSince: number | null }
