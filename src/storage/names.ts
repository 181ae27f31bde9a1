// The names of what is stored. Constants, not a table: the inline scripts of the documents need some of them.

/* The product's databases in IndexedDB. Each holds one store, of the same name. */

/** Who is signed in, for page and worker. */
export const sessionDatabase = 'club-bravo-session'
export const scansDatabase = 'club-bravo-scans'
export const receivedFilesDatabase = 'club-bravo-received-files'
export const draftsDatabase = 'club-bravo-drafts'
/** What an app that is closed shows. */
export const whileClosedDatabase = 'club-bravo-while-closed'

/* What a document shows of a member before the app, by its key in localStorage. */

/** The club token. The specification names this key. */
export const tokenKey = 'jwt-token'
export const profileKey = 'club-bravo.profile'
/** The membership card: private, so it ends with the session. */
export const cardKey = 'club-bravo.card'
/** How far the member has seen the points log on this device. It ends with the session, too. */
export const lastVisitKey = 'club-bravo.last-visit'
/** Set while the server refuses the member, whose membership is no longer valid. */
export const invalidMembershipKey = 'club-bravo.invalid-membership'
