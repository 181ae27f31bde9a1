import type { Endpoints } from '#contract/index.ts'
import { endOwnSignIns, listSignIns } from '#server/services/membership/sessions.ts'
import type { Handler } from './handler.ts'
import { fieldError } from './httpError.ts'

const signIns: Handler<Endpoints['signIns']> = async (_request, { db, memberId, token, now, dependencies }) => {
  const passkeys = await dependencies.passkeys.list(memberId)
  return {
    sign_ins: (await listSignIns(db, { memberId, token, now })).map((one) => ({
      id: one.id,
      browser: one.browser,
      device: one.device,
      since: one.since.toISOString(),
      last_seen: one.lastSeen.toISOString(),
      is_current: one.isCurrent,
    })),
    passkeys:
      passkeys &&
      passkeys.map(({ id, name, createdAt, lastUsedAt, forStaff }) => ({
        id,
        name,
        since: createdAt.toISOString(),
        last_used: lastUsedAt?.toISOString() ?? null,
        is_staff: forStaff,
      })),
  }
}

const endSignIns: Handler<Endpoints['endSignIns']> = async ({ id }, { db, memberId, token, now }) => {
  await endOwnSignIns(db, { memberId, token, now, id })
  return { success: true }
}

const passkeyCreation: Handler<Endpoints['passkeyCreation']> = async (request, { memberId, now, dependencies }) => {
  const { current_password: password } = request
  const options = await dependencies.passkeys.begin({ memberId, password, now })
  if (options === 'mismatch') throw fieldError('current_password', 'invalid')
  return { options: { ...options } }
}

const addPasskey: Handler<Endpoints['addPasskey']> = async (request, { memberId, now, dependencies, userAgent }) => {
  const { current_password: password, credential, lang } = request
  switch (await dependencies.passkeys.add({ memberId, password, credential, userAgent, lang, now })) {
    case 'mismatch':
      throw fieldError('current_password', 'invalid')
    case 'refused':
      throw fieldError('credential', 'invalid')
    case 'added':
      return { success: true }
  }
}

const renamePasskey: Handler<Endpoints['renamePasskey']> = async ({ id, name }, { memberId, dependencies }) => {
  if (!(await dependencies.passkeys.rename({ memberId, id, name }))) throw fieldError('id', 'invalid')
  return { success: true }
}

const removePasskey: Handler<Endpoints['removePasskey']> = async ({ id, lang }, { memberId, dependencies }) => {
  if (!(await dependencies.passkeys.remove({ memberId, id, lang }))) throw fieldError('id', 'invalid')
  return { success: true }
}

/** Where a member is signed in, and by what (contract/member/signIns.ts). */
export const signInHandlers = { signIns, endSignIns, passkeyCreation, addPasskey, renamePasskey, removePasskey }
