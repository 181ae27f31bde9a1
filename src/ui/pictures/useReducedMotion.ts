import { useSyncExternalStore } from 'react'

const question = '(prefers-reduced-motion: reduce)'

function subscribe(listener: () => void): () => void {
  const query = matchMedia(question)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the person prefers less motion, kept up to date. True in prerendering. */
export function useReducedMotion(): boolean {
  return useSyncExternalStore(subscribe, wantsLessMotion, () => true)
}

/** Whether the person prefers less motion at this moment. */
export function wantsLessMotion(): boolean {
  return matchMedia(question).matches
}
