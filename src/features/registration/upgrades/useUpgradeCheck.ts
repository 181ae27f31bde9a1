import { useEffect, useState } from 'react'
import * as v from 'valibot'
import type { Tier } from '#contract/member/tiers.ts'
import { getFreeUpgradeTier, getScTier, UpgradeTokenText } from '#contract/registration/upgrades.ts'
import { callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storeUpgrade, storedTokenUpgrade, type TokenKind, type TokenUpgrade } from './upgrade.ts'
import { type UpgradeFailure, upgradeFailureOf } from './upgradeFailure.ts'
import { useRetryOnline } from './useRetryOnline.ts'

/**
 * `usable`: what the token gives. `redeemed`: what it has given to this member. `malformed`: no token can be like this.
 */
export type UpgradeCheck =
  | { kind: 'usable'; tier: Tier }
  | { kind: 'redeemed'; tier: Tier }
  | { kind: 'malformed' }
  | UpgradeFailure

interface Checked {
  viewerId: string | undefined
  attempt: number
  check: UpgradeCheck
}

/**
 * What a kept upgrade is worth to whoever looks at the page, asked anew for each of them; null until the club has
 * answered. The tier that the club names is kept with the upgrade.
 *
 * @param viewerId the signed-in member; undefined for a visitor
 */
export function useUpgradeCheck({ kind, token }: Pick<TokenUpgrade, 'kind' | 'token'>, viewerId: string | undefined) {
  const [checked, setChecked] = useState<Checked | null>(null)
  const [attempt, setAttempt] = useState(0)
  const retry = () => setAttempt((count) => count + 1)
  useEffect(() => {
    const visit = new AbortController()
    const ask = async () => {
      const check = await checkUpgrade(kind, token)
      if (visit.signal.aborted) return
      const upgrade = storedTokenUpgrade(kind)
      if (upgrade?.token === token && 'tier' in check) storeUpgrade({ ...upgrade, tier: check.tier })
      setChecked({ viewerId, attempt, check })
    }
    void ask()
    return () => visit.abort()
  }, [kind, token, viewerId, attempt])
  const check = checked?.viewerId === viewerId ? (checked?.check ?? null) : null
  useRetryOnline(check?.kind === 'unreachable', retry)
  return { check, isAsking: check === null || checked?.attempt !== attempt, retry }
}

/** Asks what the token of a link is worth to the signed-in member, or to a visitor. Spends nothing. */
async function checkUpgrade(kind: TokenKind, token: string): Promise<UpgradeCheck> {
  if (!v.is(UpgradeTokenText, token)) return { kind: 'malformed' }
  const answer = await askAbout(kind, token)
  if (answer.ok) return { kind: answer.data.redeemed ? 'redeemed' : 'usable', tier: tierOf(answer.data) }
  const failure = upgradeFailureOf(answer.error)
  const isRefused = failure.kind === 'unreachable' && callFailureOf(answer.error).kind === 'refused'
  return isRefused ? { kind: 'malformed' } : failure
}

function askAbout(kind: TokenKind, token: string) {
  return kind === 'sc'
    ? clubClient.call(getScTier, { sc_token: token })
    : clubClient.call(getFreeUpgradeTier, { free_tier_upgrade_token: token })
}

function tierOf(answer: { scTier: Tier } | { freeUpgradeTier: Tier }): Tier {
  return 'scTier' in answer ? answer.scTier : answer.freeUpgradeTier
}
