import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { hashPassword } from '#server/identity/passwords/passwords.ts'
import type { Database } from '#server/store/tables.ts'

/** A person who can sign in: an account at the identity provider, and in the club. */
export interface TestMember {
  id: string
  email: string
  password: string
  firstName: string
}

const password = 'a password for tests only'
/** A hundredth of the product's cost: a test run signs in hundreds of members. */
export const passwordCost = { N: 2 ** 10, r: 8, p: 1 }
let passwordHash: Promise<string> | undefined

/** Creates a member for one test, without points. */
export async function newMember(
  db: Kysely<Database>,
  { verified = true }: { verified?: boolean } = {},
): Promise<TestMember> {
  passwordHash ??= hashPassword(password, passwordCost)
  const [id, subject] = [randomUUID(), randomUUID()]
  const email = `member-${id.slice(0, 8)}@club.example`
  // Names of people have no digits.
  const firstName = `Ada${id.slice(0, 4).replaceAll(/\d/g, (digit) => 'ghijklmnop'.charAt(Number(digit)))}`
  await db
    .insertInto('identity_accounts')
    .values({ id: subject, email, password_hash: await passwordHash, email_verified: verified })
    .execute()
  await db
    .insertInto('members')
    .values({
      id,
      email,
      provider_subject: subject,
      provider_email_verified: verified,
      email_verified: verified,
      first_name: firstName,
      last_name: 'Chan',
      is_profile_completed: true,
      is_submitted_profile: 'submitted',
    })
    .execute()
  return { id, email, password, firstName }
}

/** The member's balance in the ledger. */
export async function pointsOf(db: Kysely<Database>, memberId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('point_transactions')
    .select(({ fn }) => fn.sum<string | null>('delta_balance').as('sum'))
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** The points that a member's tickets have given, without the bonus of a tier that they have reached. */
export async function ticketPointsOf(db: Kysely<Database>, memberId: string): Promise<number> {
  const { sum } = await db
    .selectFrom('point_transactions')
    .select(({ fn }) => fn.sum<string | null>('delta_balance').as('sum'))
    .where('member_id', '=', memberId)
    .where('code', '=', 'Scan ticket')
    .executeTakeFirstOrThrow()
  return Number(sum ?? 0)
}

/** How often a ticket has given points, to any member: 0 or 1 in every case. */
export async function creditsOf(db: Kysely<Database>, ticketNo: string): Promise<number> {
  const { count } = await db
    .selectFrom('point_transactions')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('reference', '=', ticketNo)
    .executeTakeFirstOrThrow()
  return Number(count)
}
