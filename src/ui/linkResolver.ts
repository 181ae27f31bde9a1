import { createContext } from 'react'

/** Turns an address in a rich text, which starts at the root for pages of the app, into the one that its link opens. */
export type LinkResolver = (href: string) => string

/** How rich texts resolve their links. Pages of the app that stand for another website are known outside `ui`. */
export const LinkResolverContext = createContext<LinkResolver>((href) => href)
