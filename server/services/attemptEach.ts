/** What failed for one of many. The next run tries it again. */
export interface Failure {
  id: string
  error: unknown
}

/** What came of doing something for many. */
export interface Attempts {
  /** How often it was done. */
  done: number
  failures: Failure[]
}

/**
 * Does something for one after the other. The one for which it fails holds up nobody else.
 *
 * @param attempt resolves to whether it was done, or how often
 */
export async function attemptEach(
  ids: readonly string[],
  attempt: (id: string) => Promise<boolean | number>,
): Promise<Attempts> {
  const attempts: Attempts = { done: 0, failures: [] }
  for (const id of ids) {
    try {
      attempts.done += Number(await attempt(id))
    } catch (error) {
      attempts.failures.push({ id, error })
    }
  }
  return attempts
}

/** Several attempts as one. */
export function sumOf(attempts: readonly Attempts[]): Attempts {
  return {
    done: attempts.reduce((sum, { done }) => sum + done, 0),
    failures: attempts.flatMap(({ failures }) => failures),
  }
}
