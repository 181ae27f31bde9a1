/** What failed for one of many. The next run tries it again. */
export interface Failure {
  id: string
  error: unknown
}

/** Does something for one after the other. The one for which it fails holds up nobody else. */
export async function attemptEach<Result>(
  ids: readonly string[],
  attempt: (id: string) => Promise<Result>,
): Promise<{ results: Result[]; failures: Failure[] }> {
  const results: Result[] = []
  const failures: Failure[] = []
  for (const id of ids) {
    try {
      results.push(await attempt(id))
    } catch (error) {
      failures.push({ id, error })
    }
  }
  return { results, failures }
}
