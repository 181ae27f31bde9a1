import { signIns } from '#contract/member/signIns.ts'
import { clubQuery } from '#src/query/clubQuery.ts'

/** Where the member is signed in, and the passkeys of the account. Here, because home would load it elsewhere. */
export const signInsQuery = () => clubQuery(signIns, {})
