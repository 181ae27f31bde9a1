import { createContext } from 'react'

/** Turns an address in a rich text, which starts at the root for pages of the app, into the one that its link opens. */
export type LinkResolver = (href: string) => string

/** How rich texts resolve their links. The app provides one that knows external campaigns. */
export const LinkResolverContext = createContext<LinkResolver>((href) => href)
