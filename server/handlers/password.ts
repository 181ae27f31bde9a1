import { fieldMessages } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import { linkExpired } from '#contract/member/password.ts'
import type { Handler } from './handler.ts'
import { fieldError, HttpError } from './httpError.ts'

type Choice = { password: string; password_confirmation: string }

function requireRepeated({ password, password_confirmation: repeated }: Choice): void {
  if (repeated !== password) throw fieldError('password_confirmation', 'invalid')
}

const forgotPassword: Handler<Endpoints['forgotPassword']> = async ({ email, lang }, { now, dependencies }) => {
  const outcome = await dependencies.passwords.sendLink({ email, lang, now })
  return { success: true, ...(outcome === 'sent_before' && { sent_before: true }) }
}

const resetPassword: Handler<Endpoints['resetPassword']> = async (request, { now, dependencies }) => {
  requireRepeated(request)
  const { token, password, lang } = request
  const outcome = await dependencies.passwords.reset({ token, password, lang, now })
  switch (outcome.kind) {
    case 'link_expired':
      throw new HttpError(422, { message: linkExpired, errors: { token: [fieldMessages.invalid('token')] } })
    case 'common':
      throw fieldError('password', 'invalid')
    case 'changed':
      return { success: true, email: outcome.email }
  }
}

const changePassword: Handler<Endpoints['changePassword']> = async (request, { memberId, now, dependencies }) => {
  requireRepeated(request)
  const { current_password: current, password, lang } = request
  switch (await dependencies.passwords.change({ memberId, current, password, lang, now })) {
    case 'mismatch':
      throw fieldError('current_password', 'invalid')
    case 'same':
    case 'common':
      throw fieldError('password', 'invalid')
    case 'changed':
      return { success: true }
  }
}

/** Choosing a new password (contract/member/password.ts). */
export const passwordHandlers = { forgotPassword, resetPassword, changePassword }
