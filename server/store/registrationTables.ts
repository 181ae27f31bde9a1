import type { Generated } from 'kysely'

/** The numbers of members who have joined by themselves, in the order in which they did. */
export interface MemberNumbersTable {
  number: Generated<string>
  member_id: string
}
