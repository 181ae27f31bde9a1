import { createContext } from 'react'

/** Maps an address in a rich text (root-relative for pages of the app) to the one that its link opens. */
export type LinkResolver = (href: string) => string

/** How rich texts resolve their links. The app provides one that knows external campaigns. */
export const LinkResolverContext = createContext<LinkResolver>((href) => href)
