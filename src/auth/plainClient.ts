import { createClient } from '#src/api/client.ts'
import { config, origin } from '#src/config.ts'
import { storedToken } from './storedSession.ts'

/**
 * Calls the club's API with the token as it lies here. What signs in and out uses it; everything else uses
 * `clubClient`.
 */
export const plainClient = createClient({
  origin,
  product: config.product,
  readToken: () => Promise.resolve(storedToken()),
})
