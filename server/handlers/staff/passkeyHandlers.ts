import type { staffEndpoints } from '#contract/staff/staffEndpoints.ts'
import type { StaffHandler } from './staffHandler.ts'

const ownPasskeys: StaffHandler<typeof staffEndpoints.ownPasskeys> = async (_request, { staff, dependencies }) => {
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

const newPasskey: StaffHandler<typeof staffEndpoints.newPasskey> = async (_request, { staff, now, dependencies }) => {
  const options = await dependencies.staffPasskeys.begin({ sub: staff.sub, now })
  return { options: options && { ...options } }
}

const addPasskey: StaffHandler<typeof staffEndpoints.addPasskey> = async (request, context) => {
  const { staff, now, userAgent, dependencies } = context
  const { credential, lang } = request
  return { kind: await dependencies.staffPasskeys.add({ sub: staff.sub, credential, userAgent, lang, now }) }
}

const removePasskey: StaffHandler<typeof staffEndpoints.removePasskey> = async ({ id }, { staff, dependencies }) => {
  const { sub, session } = staff
  return { kind: await dependencies.staffPasskeys.remove({ sub, id, session }) }
}

/** How whoever is signed in to the pages of staff opens them (contract/staff/passkeys.ts). */
export const passkeyHandlers = { ownPasskeys, newPasskey, addPasskey, removePasskey }
