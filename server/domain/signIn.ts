/** Days after which a sign-in ends, however often it is renewed. */
export const maxSignInDays = 180

/**
 * How long a replaced token stays valid, in milliseconds. Calls that were sent with it are still answered, and a
 * renewal whose answer was lost can be repeated.
 */
export const replacedTokenGraceMs = 60_000

/** How old an id_token may be when the club accepts it, in seconds. */
export const maxIdTokenAge = 10 * 60
/**
 * How long id_tokens of a key are accepted after another one has taken its place, in seconds: longer than they live.
 */
export const tokenKeyOverlap = 15 * 60
/** Allowed difference between the clocks of provider and club, in seconds. */
export const clockTolerance = 30
