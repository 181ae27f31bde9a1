import type { HttpBindings } from '@hono/node-server'
import type { Hono } from 'hono'

/** Bindings of the Node server, as Hono's environment; absent when a request does not come over the network. */
export interface Bindings {
  Bindings: Partial<HttpBindings>
}

/** A part of the site, which answers requests that come over the network. */
export type Site = Hono<{ Bindings: HttpBindings }>
