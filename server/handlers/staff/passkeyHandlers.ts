import type { Endpoints } from '#contract/index.ts'
import type { Handler } from '../handler.ts'

const staffPasskeys: Handler<Endpoints['staffPasskeys']> = async (_request, { staff, dependencies }) => {
  const passkeys = await dependencies.staffPasskeys.list(staff.sub)
  return {
    passkeys:
      passkeys &&
      passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
        id,
        name,
        since: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
  }
}

const newStaffPasskey: Handler<Endpoints['newStaffPasskey']> = async (_request, { staff, now, dependencies }) => {
  const options = await dependencies.staffPasskeys.begin({ sub: staff.sub, now })
  return { options: options && { ...options } }
}

const addStaffPasskey: Handler<Endpoints['addStaffPasskey']> = async (request, context) => {
  const { db, staff, now, userAgent, dependencies } = context
  const { credential, lang } = request
  return { kind: await dependencies.staffPasskeys.add(db, { sub: staff.sub, credential, userAgent, lang, now }) }
}

const removeStaffPasskey: Handler<Endpoints['removeStaffPasskey']> = async ({ id }, { db, staff, dependencies }) => {
  const { sub, session } = staff
  return { kind: await dependencies.staffPasskeys.remove(db, { sub, id, session }) }
}

/** How whoever is signed in to the pages of staff opens them (contract/staff/passkeys.ts). */
export const passkeyHandlers = { staffPasskeys, newStaffPasskey, addStaffPasskey, removeStaffPasskey }
