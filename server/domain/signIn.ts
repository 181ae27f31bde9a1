/** Days after which a sign-in ends, however often it is renewed. */
export const maxSignInDays = 180

/**
 * How long a replaced token stays valid, in milliseconds. Calls that were sent with it are still answered, and a renewal whose answer
 * was lost can be repeated.
 */
export const replacedTokenGraceMs = 60_000
