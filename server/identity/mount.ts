import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { identityPath } from './issuer.ts'

/**
 * oidc-provider as a listener for everything below `/identity`.
 *
 * It derives its addresses from the request, so each request is rewritten to the public origin, whatever host name or
 * proxy it came through. That keeps issuer, discovery document and cookies consistent.
 */
export function mountProvider(provider: Provider, origin: string) {
  const answer = provider.callback()
  const { host, protocol } = new URL(origin)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const originalUrl = request.url ?? identityPath
    const url = originalUrl.slice(identityPath.length)
    delete request.headers['x-forwarded-host']
    request.headers.host = host
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    await answer(Object.assign(request, { originalUrl, url: url.startsWith('/') ? url : `/${url}` }), response)
  }
}
