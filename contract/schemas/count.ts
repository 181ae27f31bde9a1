import * as v from 'valibot'

/** How many there are of something: a whole number, not below 0. */
export const Count = v.pipe(v.number(), v.integer(), v.minValue(0))
