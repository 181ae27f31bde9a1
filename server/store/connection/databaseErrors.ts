import { errorCodeOf, reasonOf } from '#server/errorCode.ts'

/**
 * PostgreSQL: connection exceptions, out of resources, shutting down, no longer the host that takes writes, timeouts,
 * deadlocks, lock timeouts. System: no route to the server.
 */
const unavailableCodes =
  /^(?:08...|53...|57P0[1-5]|25006|57014|55P03|40001|40P01|ECONN\w+|ENOENT|EPIPE|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/
/** Errors of the driver, which carry no code. */
const unavailableMessages =
  /^(?:Query read timeout|Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after calling end|driver has already been destroyed)/

/** Whether a call failed because the database is stopped, starting or overloaded, so that a retry can succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return unavailableCodes.test(errorCodeOf(error)) || unavailableMessages.test(reasonOf(error))
}

/**
 * Whether PostgreSQL refused a value itself (class 22, data exception): a character or number that no column accepts.
 */
export function isInvalidValue(error: unknown): boolean {
  return /^22...$/.test(errorCodeOf(error))
}

/** lock_not_available: another transaction holds what this one needs for too long. */
export function isLockTimeout(error: unknown): boolean {
  return errorCodeOf(error) === '55P03'
}

/** unique_violation: another row has the value already. */
export function isDuplicate(error: unknown): boolean {
  return errorCodeOf(error) === '23505'
}

/** Whether the driver has given up waiting for an answer: nothing else can be asked on that connection. */
export function isUnanswered(error: unknown): boolean {
  return reasonOf(error) === 'Query read timeout'
}
