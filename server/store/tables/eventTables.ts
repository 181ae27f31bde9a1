import type { Generated } from 'kysely'
import type { RegistrationState } from '#contract/spending/ownRegistrations.ts'
import type { Timestamp } from './columns.ts'

/** The places of an event: null without a limit; and how many are taken, never more (a check constraint). */
export interface EventPlacesTable {
  /** The event's key in the contents, which outlasts an import. */
  alias: string
  places: number | null
  taken: Generated<number>
}

/** Places that a member has, waits for, or gave back. */
export interface EventRegistrationsTable {
  id: Generated<string>
  alias: string
  member_id: string
  quantity: number
  state: RegistrationState
  ref_no: string
  /** How many of the places were taken at the door. */
  attended: Generated<number>
  /** When the last of them was taken. */
  arrived_at: Timestamp | null
  created_at: Timestamp
  changed_at: Timestamp
}
