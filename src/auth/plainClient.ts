import { createClient } from '#src/api/client.ts'
import { config, origin } from '#src/config.ts'
import { storedToken } from './storedSession.ts'

/** Calls the API with the stored token and never renews it. Signing in and out use it; everything else uses `clubClient`. */
export const plainClient = createClient({
  origin,
  product: config.product,
  readToken: () => Promise.resolve(storedToken()),
})
