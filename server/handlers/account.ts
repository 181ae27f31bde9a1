import { fieldMessages } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import { exportMember, savePreferences } from '#server/services/membership/membership.ts'
import type { Handler } from './handler.ts'
import { fieldError } from './httpError.ts'

const accountActivation: Handler<Endpoints['accountActivation']> = async (
  request,
  { memberId, now, inAddressQueue, dependencies },
) => {
  const { token, password } = request
  switch (await inAddressQueue(() => dependencies.activateAccount({ token, password, memberId, now }))) {
    case 'link_expired':
      throw fieldError('token', fieldMessages.invalid('token'))
    case 'password_required':
      throw fieldError('password', fieldMessages.required('password'))
    case 'mismatch':
      throw fieldError('password', fieldMessages.invalid('password'))
    case 'verified':
      return { success: true }
  }
}

const changeEmail: Handler<Endpoints['changeEmail']> = async (
  request,
  { memberId, now, inAddressQueue, dependencies },
) => {
  const { email, current_password: password, lang } = request
  const change = { memberId, email, password, lang, now }
  if ((await inAddressQueue(() => dependencies.emails.request(change))) === 'mismatch')
    throw fieldError('current_password', fieldMessages.invalid('current_password'))
  return { success: true }
}

const confirmEmail: Handler<Endpoints['confirmEmail']> = async ({ token, lang }, { now, dependencies }) => {
  switch (await dependencies.emails.confirm({ token, lang, now })) {
    case 'link_expired':
      throw fieldError('token', fieldMessages.invalid('token'))
    case 'taken':
      throw fieldError('email', fieldMessages.used('email'))
    case 'changed':
      return { success: true }
  }
}

const updatePreferences: Handler<Endpoints['updatePreferences']> = async (request, { db, memberId }) => {
  await savePreferences(db, memberId, request)
  return { success: true }
}

const closeAccount: Handler<Endpoints['closeAccount']> = async (
  request,
  { memberId, now, inAddressQueue, dependencies },
) => {
  const { current_password: password, lang } = request
  const closing = await inAddressQueue(() => dependencies.closures.close({ memberId, password, lang, now }))
  if (closing.kind === 'mismatch') throw fieldError('current_password', fieldMessages.invalid('current_password'))
  return { success: true, closes_at: closing.closesAt.toISOString() }
}

const reopenAccount: Handler<Endpoints['reopenAccount']> = async ({ token }, { now, dependencies }) => {
  if (!(await dependencies.closures.reopen({ token, now }))) throw fieldError('token', fieldMessages.invalid('token'))
  return { success: true }
}

const exportAccount: Handler<Endpoints['exportAccount']> = async (_request, { db, memberId, now }) => ({
  exported_at: now.toISOString(),
  data: await exportMember(db, memberId),
})

/** The member's account (contract/member/account.ts, email.ts, preferences.ts, closure.ts). */
export const accountHandlers = {
  accountActivation,
  changeEmail,
  confirmEmail,
  updatePreferences,
  closeAccount,
  reopenAccount,
  exportAccount,
}
