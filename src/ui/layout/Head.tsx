import { createContext, type ReactNode, use } from 'react'

/** Where the server collects the elements of a page's head. In browsers React puts them there. */
export const HeadContext = createContext<ReactNode[] | null>(null)

/** Elements of the document's head: title, meta and link. */
export function Head({ children }: { children: ReactNode }) {
  const collected = use(HeadContext)
  if (collected === null) return children
  collected.push(children)
  return null
}
