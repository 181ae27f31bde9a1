import { useIsShown } from './useIsShown.ts'

/** Specification section 9: the delay before the page of a result, in milliseconds. */
const resultDelayMs = 300

/**
 * What waits for that time, and resolves to whether the component is still shown: whoever has left meanwhile is not
 * taken to the result.
 */
export function useResultDelay(): () => Promise<boolean> {
  const isShown = useIsShown()
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, resultDelayMs))
    return isShown()
  }
}
