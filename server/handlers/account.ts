import { fieldMessages } from '#contract/errors.ts'
import type { Endpoints } from '#contract/index.ts'
import type { Handler } from './handler.ts'
import { fieldError } from './httpError.ts'

const accountActivation: Handler<Endpoints['accountActivation']> = async (request, { memberId, now, dependencies }) => {
  const { token, password } = request
  switch (await dependencies.activateAccount({ token, password, memberId, now })) {
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

/** The member's account (contract/account.ts). */
export const accountHandlers = { accountActivation }
