import { maxPasswordLength, minPasswordLength, passwordLength } from '#contract/member/password.ts'

/** A new password, typed twice; with the one that it replaces where the member is signed in. */
export interface PasswordEntry {
  /** null where a mailed link stands for it. */
  current: string | null
  password: string
  repeated: string
}

/** The fields of the form, in their order. */
export const passwordFields = ['current', 'password', 'repeated'] as const satisfies readonly (keyof PasswordEntry)[]
export type PasswordName = (typeof passwordFields)[number]

/** Why a field is refused. `wrong` and `common` are the server's findings. `same`: the new one is the current one. */
export type PasswordFault = 'missing' | 'short' | 'long' | 'differs' | 'wrong' | 'common' | 'same'
export type PasswordFaults = Partial<Record<PasswordName, PasswordFault>>

function lengthFault(password: string): PasswordFault | null {
  const length = passwordLength(password)
  if (length === 0) return 'missing'
  if (length < minPasswordLength) return 'short'
  return length > maxPasswordLength ? 'long' : null
}

/** Keyboards can write the same letters in several ways, of which the club's check makes one. */
const isSame = (one: string, other: string) => one.normalize('NFKC') === other.normalize('NFKC')

/** What is wrong with an entry before it is sent; empty if nothing is. Spaces belong to a password. */
export function passwordFaults({ current, password, repeated }: PasswordEntry): PasswordFaults {
  const fault = lengthFault(password) ?? (current !== null && isSame(current, password) ? 'same' : null)
  return {
    ...(current === '' && { current: 'missing' }),
    ...(fault && { password: fault }),
    ...(repeated === '' && { repeated: 'missing' }),
    ...(fault === null && repeated !== '' && repeated !== password && { repeated: 'differs' }),
  }
}

/** The faults that the server names by its fields. */
export function refusedFields(fields: Readonly<Record<string, unknown>>): PasswordFaults {
  return {
    ...('current_password' in fields && { current: 'wrong' }),
    ...('password' in fields && { password: 'common' }),
    ...('password_confirmation' in fields && { repeated: 'differs' }),
  }
}
