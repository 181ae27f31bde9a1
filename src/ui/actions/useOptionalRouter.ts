import { useRouter, type AnyRouter } from '@tanstack/react-router'

/** The router, or undefined if components are rendered without one; the browser then follows links itself. */
export function useOptionalRouter(): AnyRouter | undefined {
  return useRouter({ warn: false })
}
