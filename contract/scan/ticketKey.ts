import * as v from 'valibot'

/** A public key that verifies tickets. `x`: the 32-byte key in base64url. */
export const TicketKey = v.object({
  kid: v.string(),
  x: v.pipe(v.string(), v.regex(/^[\w-]{43}$/)),
})
export type TicketKey = v.InferOutput<typeof TicketKey>
