import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** The router, or undefined where components are rendered without one and the browser follows links itself. */
export function useOptionalRouter(): AnyRouter | undefined {
  return useRouter({ warn: false })
}
