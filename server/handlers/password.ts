import { fieldMessages } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import { linkExpired } from '#contract/member/password.ts'
import type { Handler } from './handler.ts'
import { fieldError, HttpError } from './httpError.ts'

type Choice = { password: string; password_confirmation: string }

/** A refused field, in the specification's sentence. */
const invalid = (field: string) => fieldError(field, fieldMessages.invalid(field))

function requireRepeated({ password, password_confirmation: repeated }: Choice): void {
  if (repeated !== password) throw invalid('password_confirmation')
}

const forgotPassword: Handler<Endpoints['forgotPassword']> = async ({ email, lang }, { now, dependencies }) => {
  await dependencies.passwords.sendLink({ email, lang, now })
  return { success: true }
}

const resetPassword: Handler<Endpoints['resetPassword']> = async (request, { now, inAddressQueue, dependencies }) => {
  requireRepeated(request)
  const { token, password, lang } = request
  switch (await inAddressQueue(() => dependencies.passwords.reset({ token, password, lang, now }))) {
    case 'link_expired':
      throw new HttpError(422, { message: linkExpired, errors: { token: [fieldMessages.invalid('token')] } })
    case 'common':
      throw invalid('password')
    case 'changed':
      return { success: true }
  }
}

const changePassword: Handler<Endpoints['changePassword']> = async (
  request,
  { memberId, now, inAddressQueue, dependencies },
) => {
  requireRepeated(request)
  const { current_password: current, password, lang } = request
  switch (await inAddressQueue(() => dependencies.passwords.change({ memberId, current, password, lang, now }))) {
    case 'mismatch':
      throw invalid('current_password')
    case 'common':
      throw invalid('password')
    case 'changed':
      return { success: true }
  }
}

/** Choosing a new password (contract/member/password.ts). */
export const passwordHandlers = { forgotPassword, resetPassword, changePassword }
