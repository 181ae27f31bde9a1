import type { Kysely } from 'kysely'
import { deleteInBatches } from '../deleteInBatches.ts'
import type { Database } from '../tables.ts'

/**
 * Deletes in batches what has expired of sign-ins: payloads, id_tokens, challenges, links for new passwords and
 * addresses, and what staff sign in with. A link that verifies an address goes a week later, so that until then it is
 * reported as expired.
 */
export async function purgeExpired(db: Kysely<Database>, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - 7 * 24 * 60 * 60 * 1000)
  await deleteInBatches((limit) =>
    db
      .deleteFrom('identity_payloads')
      .where('id', 'in', (row) =>
        row.selectFrom('identity_payloads').select('id').where('expires_at', '<', now).limit(limit),
      )
      .where('expires_at', '<', now)
      .executeTakeFirst(),
  )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('identity_links')
      .where('token_hash', 'in', (row) =>
        row.selectFrom('identity_links').select('token_hash').where('expires_at', '<', weekAgo).limit(limit),
      )
      .executeTakeFirst(),
  )
  for (const table of ['password_resets', 'email_changes'] as const)
    await deleteInBatches((limit) =>
      db
        .deleteFrom(table)
        .where('token_hash', 'in', (row) =>
          row.selectFrom(table).select('token_hash').where('expires_at', '<', now).limit(limit),
        )
        .executeTakeFirst(),
    )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('spent_id_tokens')
      .where('hash', 'in', (row) =>
        row.selectFrom('spent_id_tokens').select('hash').where('expires_at', '<', now).limit(limit),
      )
      .executeTakeFirst(),
  )
  await deleteInBatches((limit) =>
    db
      .deleteFrom('passkey_challenges')
      .where('challenge_hash', 'in', (row) =>
        row.selectFrom('passkey_challenges').select('challenge_hash').where('expires_at', '<', now).limit(limit),
      )
      .executeTakeFirst(),
  )
  for (const table of ['staff_sessions', 'staff_invitations'] as const)
    await db.deleteFrom(table).where('expires_at', '<', now).execute()
}
