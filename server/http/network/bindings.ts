import type { HttpBindings } from '@hono/node-server'

/** Bindings of the Node server, as Hono's environment; absent when a request does not come over the network. */
export interface Bindings {
  Bindings: Partial<HttpBindings>
}
