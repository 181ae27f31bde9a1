import * as v from 'valibot'

/** The answer of a call that has nothing to tell but that it was done. */
export const Success = v.object({ success: v.literal(true) })
