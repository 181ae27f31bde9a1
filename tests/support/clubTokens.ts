import { randomBytes, randomUUID } from 'node:crypto'
import { sha256 } from '#server/store/hash.ts'
import { openFamily } from '#server/store/sessions/sessionFamilies.ts'
import { createSession } from '#server/store/sessions/sessions.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { inTransaction } from '#server/store/transactions.ts'

/** Signs a member in, without the identity provider: resolves to a club token, which lasts for a day. */
export async function giveToken(db: ConnectionPool, memberId: string, now = new Date()): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const endsAt = new Date(now.getTime() + 24 * 60 * 60 * 1000)
  await inTransaction(db, async (transaction) => {
    const { id: familyId } = await openFamily(transaction, {
      id: randomUUID(),
      memberId,
      grant: null,
      now,
      endsAt,
      browser: null,
      device: null,
    })
    await createSession(transaction, { tokenHash: sha256(token), memberId, now, expiresAt: endsAt, familyId })
  })
  return token
}
