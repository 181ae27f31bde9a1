import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'

/** Where the identity provider is mounted. */
export const mount = '/identity'

/**
 * oidc-provider as a listener for everything below `/identity`.
 *
 * It computes its own addresses from the request, so the request is told the public origin, whatever name or proxy it came by: the
 * issuer, the endpoints in the discovery document and the cookies fit together always.
 */
export function mountProvider(provider: Provider, origin: string) {
  const answer = provider.callback()
  const { host, protocol } = new URL(origin)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const originalUrl = request.url ?? mount
    const url = originalUrl.slice(mount.length)
    delete request.headers['x-forwarded-host']
    request.headers.host = host
    request.headers['x-forwarded-proto'] = protocol.slice(0, -1)
    await answer(Object.assign(request, { originalUrl, url: url.startsWith('/') ? url : `/${url}` }), response)
  }
}
