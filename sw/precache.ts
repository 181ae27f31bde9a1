import { PrecacheController } from 'workbox-precaching'

/** Every file of the app, in the cache that its worker fills when it is installed. */
export const precache = new PrecacheController()
