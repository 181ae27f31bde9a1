import type { ParsedRequestOf, SentAnswerOf } from '#contract/endpoint.ts'
import { mostTokens, type TokenState, type upgradeTokens } from '#contract/staff/links.ts'
import { fullName } from '#server/domain/fullName.ts'
import { searchUpgradeTokens, tokenName } from '#server/store/members/upgradeIssues.ts'
import type { ConnectionPool } from '#server/store/store.ts'
import { readActorNames } from './doneBy.ts'

/** Links and codes as the page of staff lists them, the newest first. */
export async function listUpgradeTokens(
  db: ConnectionPool,
  { state, text = '' }: ParsedRequestOf<typeof upgradeTokens>,
  now: Date,
): Promise<SentAnswerOf<typeof upgradeTokens>> {
  const rows = await searchUpgradeTokens(db, { state: state ?? null, text, now, limit: mostTokens + 1 })
  const nameOf = await readActorNames(
    db,
    rows.flatMap(({ revokedBy }) => revokedBy ?? []),
  )
  const stateOf = (row: { used_at: Date | null; expires_at: Date }): TokenState =>
    row.used_at !== null ? 'used' : row.expires_at > now ? 'open' : 'ended'
  return {
    tokens: rows.slice(0, mostTokens).map((row) => ({
      name: tokenName(row),
      kind: row.kind,
      tier: row.tier,
      email: row.email,
      oldMemberNo: row.old_member_no,
      state: stateOf(row),
      issuedAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      usedAt: row.used_at?.toISOString() ?? null,
      usedBy:
        row.used_by === null
          ? null
          : { memberId: row.used_by, name: fullName(row.first_name, row.last_name) || (row.memberEmail ?? '') },
      revoked:
        row.revokedBy === null || row.revokedAt === null
          ? null
          : { by: nameOf(row.revokedBy), at: row.revokedAt.toISOString() },
    })),
    hasMore: rows.length > mostTokens,
  }
}
