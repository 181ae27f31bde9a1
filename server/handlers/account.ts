import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Endpoints } from '#contract/index.ts'
import { lastOwner } from '#contract/member/closure.ts'
import { codeExpired } from '#contract/member/email.ts'
import { exportMember } from '#server/services/membership/memberExport.ts'
import { savePreferences } from '#server/services/membership/membership.ts'
import { AnswerFile, type Handler } from './handler.ts'
import { fieldError, HttpError } from './httpError.ts'

const accountActivation: Handler<Endpoints['accountActivation']> = async (request, { memberId, now, dependencies }) => {
  const { token, password } = request
  switch (await dependencies.activateAccount({ token, password, memberId, now })) {
    case 'link_expired':
      throw fieldError('token', 'invalid')
    case 'password_required':
      throw fieldError('password', 'required')
    case 'mismatch':
      throw fieldError('password', 'invalid')
    case 'verified':
      return { success: true }
  }
}

const verifyEmailCode: Handler<Endpoints['verifyEmailCode']> = async ({ code }, { memberId, now, dependencies }) => {
  switch (await dependencies.verifyCode({ memberId, code, now })) {
    case 'expired':
      throw new HttpError(422, { message: codeExpired })
    case 'mismatch':
      throw fieldError('code', 'invalid')
    case 'verified':
      return { success: true }
  }
}

const changeEmail: Handler<Endpoints['changeEmail']> = async (request, { memberId, now, dependencies }) => {
  const { email, current_password: password, lang } = request
  const change = { memberId, email, password, lang, now }
  if ((await dependencies.emails.request(change)) === 'mismatch') throw fieldError('current_password', 'invalid')
  return { success: true }
}

const newEmail: Handler<Endpoints['newEmail']> = async ({ token }, { now, dependencies }) => {
  const email = await dependencies.emails.find({ token, now })
  if (email === null) throw fieldError('token', 'invalid')
  return { success: true, email }
}

const confirmEmail: Handler<Endpoints['confirmEmail']> = async ({ token, lang }, { now, dependencies }) => {
  switch (await dependencies.emails.confirm({ token, lang, now })) {
    case 'link_expired':
      throw fieldError('token', 'invalid')
    case 'taken':
      throw fieldError('email', 'used')
    case 'changed':
      return { success: true }
  }
}

const updatePreferences: Handler<Endpoints['updatePreferences']> = async (request, { db, memberId }) => {
  await savePreferences(db, memberId, request)
  return { success: true }
}

const closeAccount: Handler<Endpoints['closeAccount']> = async (request, { memberId, now, dependencies }) => {
  const { current_password: password, lang } = request
  const closing = await dependencies.closures.close({ memberId, password, lang, now })
  switch (closing.kind) {
    case 'mismatch':
      throw fieldError('current_password', 'invalid')
    case 'last_owner':
      throw new HttpError(422, { message: lastOwner })
    case 'closed':
      return { success: true, closes_at: closing.closesAt.toISOString() }
  }
}

const reopenAccount: Handler<Endpoints['reopenAccount']> = async ({ token }, { now, dependencies }) => {
  if (!(await dependencies.closures.reopen({ token, now }))) throw fieldError('token', 'invalid')
  return { success: true }
}

const exportAccount: Handler<Endpoints['exportAccount']> = async (_request, { db, memberId, now, dependencies }) => {
  const { temporaryFolder } = dependencies
  await mkdir(temporaryFolder, { recursive: true, mode: 0o700 })
  const path = join(temporaryFolder, randomUUID())
  try {
    await exportMember(db, { memberId, now, path })
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
  return new AnswerFile(path)
}

/** The member's account (contract/member/account.ts, email.ts, preferences.ts, closure.ts). */
export const accountHandlers = {
  accountActivation,
  verifyEmailCode,
  changeEmail,
  newEmail,
  confirmEmail,
  updatePreferences,
  closeAccount,
  reopenAccount,
  exportAccount,
}
