import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** The router that components stand in; undefined where they are shown without one, and the browser follows links itself. */
export function useOptionalRouter(): AnyRouter | undefined {
  return useRouter({ warn: false })
}
