import type { ParsedRequestOf } from '#contract/endpoint.ts'
import type { Endpoints } from '#contract/index.ts'
import { listUpgradeTokens } from '#server/services/staff/upgradeTokens.ts'
import {
  issueAll,
  revokeToken,
  tokenAddress,
  tokenEnd,
  type TokenIssue,
} from '#server/services/membership/upgradeIssues.ts'
import type { Handler } from '../handler.ts'

const upgradeTokens: Handler<Endpoints['upgradeTokens']> = (request, { db, now }) => listUpgradeTokens(db, request, now)

type Wanted = Pick<TokenIssue, 'kind' | 'email' | 'oldMemberNo' | 'count'>

/** What is issued, to one person after the other. */
function wantedOf(request: ParsedRequestOf<Endpoints['issueUpgrades']>): Wanted[] {
  const none = { email: null, oldMemberNo: null, count: 1 }
  switch (request.for) {
    case 'anyone':
      return [{ ...none, kind: request.kind, count: request.count }]
    case 'emails':
      return request.emails.map((email) => ({ ...none, kind: request.kind, email }))
    case 'old_members':
      return request.numbers.map((oldMemberNo) => ({ ...none, kind: 'existing', oldMemberNo }))
  }
}

const issueUpgrades: Handler<Endpoints['issueUpgrades']> = async (request, { db, now, dependencies }) => {
  const { tier, days, lang, isDryRun } = request
  const { origin } = dependencies
  const expiresAt = tokenEnd(now, days)
  const issues = wantedOf(request).map((wanted) => ({ ...wanted, tier, expiresAt, isDryRun, now }))
  const all = await issueAll(db, issues)
  const issued = issues.flatMap(({ kind, email, oldMemberNo, count }, at) => {
    const one = all[at]
    const person = email ?? oldMemberNo
    if (one === undefined) return []
    if (one.kind === 'has_one') return { ...one, person, expiresAt: one.expiresAt.toISOString() }
    if (one.kind !== 'issued') return { ...one, person }
    const texts = one.texts.map((text) => (kind === 'existing' ? text : tokenAddress(origin, lang, { kind, text })))
    return { kind: one.kind, person, count, texts }
  })
  const codePage = request.for === 'old_members' ? tokenAddress(origin, lang, { kind: 'existing', text: '' }) : null
  return { expiresAt: expiresAt.toISOString(), codePage, issued }
}

const revokeUpgrades: Handler<Endpoints['revokeUpgrades']> = async ({ names }, { db, now }) => {
  const revoked = []
  for (const name of names) {
    const one = await revokeToken(db, { name, now })
    if (one.kind === 'revoked' || one.kind === 'unknown') revoked.push({ kind: one.kind, name })
    else revoked.push({ kind: one.kind, name, at: one.at.toISOString() })
  }
  return { revoked }
}

export const linkHandlers = { upgradeTokens, issueUpgrades, revokeUpgrades }
