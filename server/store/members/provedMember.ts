import type { Transaction } from 'kysely'
import type { Database } from '../tables.ts'
import { undoClosureOfMember } from './accountClosures.ts'
import { forgetUnprovedProfile } from './emptyProfile.ts'

/**
 * Makes the member of an unproved account that of the person who has just proved its address: without the profile of whoever gave it first, and
 * open, if that one has closed it.
 *
 * @param subject of the account at the built-in identity provider
 */
export async function takeOverUnprovedMember(db: Transaction<Database>, subject: string, now: Date): Promise<void> {
  for (const id of await forgetUnprovedProfile(db, subject)) await undoClosureOfMember(db, id, now)
}
