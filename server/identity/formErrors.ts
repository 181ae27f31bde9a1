/** Which field of a form each fault is about; `form` means the form as a whole. */
const faultyFields = {
  email: 'email',
  passwordMissing: 'password',
  passwordShort: 'password',
  passwordLong: 'password',
  passwordCommon: 'password',
  passwordWrong: 'password',
  codeShape: 'code',
  codeWrong: 'code',
  codeExpired: 'code',
  mismatch: 'form',
  passkey: 'form',
  tooMany: 'form',
} as const

export type FaultReason = keyof typeof faultyFields

/** What is wrong with a form: the field that gets the focus, and why. */
export interface FormError {
  field: (typeof faultyFields)[FaultReason]
  reason: FaultReason
}

const isFaultReason = (text: string): text is FaultReason => Object.hasOwn(faultyFields, text)

/** The fault that an address names: the answer to a form is a redirect, to the page that says what was wrong. */
export function formErrorOf(reason: string | undefined): FormError | null {
  return reason !== undefined && isFaultReason(reason) ? { field: faultyFields[reason], reason } : null
}

/** The status of a page with a fault. Browsers do not offer to save the password that led to it. */
export function statusOf(fault: FormError | null): 200 | 422 | 429 {
  if (fault === null) return 200
  return fault.reason === 'tooMany' ? 429 : 422
}
