/**
 * How a case failed:
 *
 * - lost: a scan that was shown as saved is gone, or never got its points.
 * - twice: a ticket has given points more than once, or is on the phone more than once.
 * - not drained: scans still waited 30 s after everything worked again.
 * - ledger: the sums of the ledger do not match.
 * - broken: the case did not finish.
 */
export const failureKinds = ['lost', 'twice', 'not drained', 'ledger', 'broken'] as const
export type FailureKind = (typeof failureKinds)[number]

export class CaseFailure extends Error {
  override readonly name = 'CaseFailure'
  readonly kind: FailureKind

  constructor(kind: FailureKind, message: string) {
    super(message)
    this.kind = kind
  }
}

/** The kind and the message of whatever a case threw. */
export function failureOf(error: unknown): { kind: FailureKind; message: string } {
  if (error instanceof CaseFailure) return { kind: error.kind, message: error.message }
  return { kind: 'broken', message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
}
