import type { Endpoints } from '#contract/index.ts'
import type { OldMemberClaim, UpgradeRefusal } from '#contract/registration/upgrades.ts'
import { findExistingProfile, migrateProfile } from '#server/services/membership/oldMembers.ts'
import { assignToken, readToken, redeemToken, type ShownToken } from '#server/services/membership/upgradeTokens.ts'
import type { CallContext, Handler } from './handler.ts'
import { closedError, faultsError, HttpError } from './httpError.ts'

const refused = (message: UpgradeRefusal) => new HttpError(422, { message })

const scToken = (token: string): ShownToken => ({ kind: 'sc', token })
const freeToken = (token: string): ShownToken => ({ kind: 'free_tier_upgrade', token })

type Context = Pick<CallContext, 'db' | 'memberId' | 'now' | 'dependencies'>

/** @throws HttpError 422 for a token that gives nothing */
async function worthOf(shown: ShownToken, { db, memberId, now }: Context) {
  const read = await readToken(db, shown, { memberId, now })
  if (read.kind !== 'usable' && read.kind !== 'done') throw refused(read.kind)
  return { tier: read.tier, redeemed: read.kind === 'done' }
}

/** Gives a token's tier: to the signed-in member, or without one to the member with the address. */
async function spend(
  shown: ShownToken,
  email: string,
  { db, memberId, now, dependencies }: Context,
): Promise<{ success: true }> {
  const { pointsExpiryMonths } = dependencies.rules
  const spent = { ...shown, email, now, pointsExpiryMonths }
  const result = await (memberId === null ? assignToken(db, spent) : redeemToken(db, { ...spent, memberId }))
  if (result === 'closed') throw closedError()
  if (result !== 'done') throw refused(result)
  return { success: true }
}

const getScTier: Handler<Endpoints['getScTier']> = async ({ sc_token: token }, context) => {
  const { tier, redeemed } = await worthOf(scToken(token), context)
  return { success: true, scTier: tier, scToken: token, redeemed }
}

const getFreeUpgradeTier: Handler<Endpoints['getFreeUpgradeTier']> = async (request, context) => {
  const { free_tier_upgrade_token: token } = request
  const { tier, redeemed } = await worthOf(freeToken(token), context)
  return { success: true, tier, token, freeUpgradeTier: tier, redeemed }
}

const setScTokenUsed: Handler<Endpoints['setScTokenUsed']> = ({ sc_token: token, user_email: email }, context) =>
  spend(scToken(token), email, context)

const setFreeUpgradeTokenUsed: Handler<Endpoints['setFreeUpgradeTokenUsed']> = (request, context) =>
  spend(freeToken(request.free_tier_upgrade_token), request.user_email, context)

const assignScTier: Handler<Endpoints['assignScTier']> = ({ sc_token: token, user_email: email }, context) =>
  spend(scToken(token), email, context)

const assignFreeUpgradeTier: Handler<Endpoints['assignFreeUpgradeTier']> = (request, context) =>
  spend(freeToken(request.free_tier_upgrade_token), request.user_email, context)

/** The empty text is nothing given. */
function claimOf({ cb_member_no: memberNo, last_name: lastName, ...proof }: OldMemberClaim) {
  return { memberNo, lastName, emailOrMobile: proof.email_or_mobile || null, upgradeCode: proof.upgrade_code || null }
}

const existingProfile: Handler<Endpoints['existingProfile']> = async (request, { db, memberId, now }) => {
  const found = await findExistingProfile(db, claimOf(request), { memberId, now })
  if (found.kind !== 'found') throw refused(found.kind)
  return { success: true, existingMemberProfile: found.profile }
}

const profileMigrated: Handler<Endpoints['profileMigrated']> = async (request, { db, memberId, now, dependencies }) => {
  const { notify, rules } = dependencies
  const { pointsExpiryMonths } = rules
  const migration = { ...claimOf(request), memberId, now, pointsExpiryMonths, notify }
  const result = await migrateProfile(db, migration)
  if (result === 'closed') throw closedError()
  if (result === 'dob_required') throw faultsError([{ field: 'dob', kind: 'required' }])
  if (result !== 'done') throw refused(result)
  return { success: true }
}

/** Upgrades by token, and members who come back from the old programme (contract/registration/upgrades.ts). */
export const upgradeHandlers = {
  getScTier,
  getFreeUpgradeTier,
  setScTokenUsed,
  setFreeUpgradeTokenUsed,
  assignScTier,
  assignFreeUpgradeTier,
  existingProfile,
  profileMigrated,
}
