import type { Config } from '#server/config.ts'
import type { InlineParts } from '#server/render/inlineHashes.ts'

const contentSecurityPolicy = {
  'default-src': ["'self'"],
  // The decoder is WebAssembly; nothing else may be compiled at run time.
  'script-src': ["'self'", "'wasm-unsafe-eval'"],
  'style-src': ["'self'"],
  'img-src': ["'self'", 'data:', 'blob:'],
  'media-src': ["'self'", 'blob:'],
  'connect-src': ["'self'"],
  'worker-src': ["'self'"],
  'manifest-src': ["'self'"],
  'frame-src': ["'none'"],
  'frame-ancestors': ["'none'"],
  'base-uri': ["'none'"],
  'object-src': ["'none'"],
  'form-action': ["'self'"],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['club-bravo', 'dompurify'],
}
type Policy = Record<keyof typeof contentSecurityPolicy, string[]>

/** Of what a page may ask the device for, the camera and a screen that stays on are all that this product uses. */
const permissions = {
  camera: '(self)',
  'screen-wake-lock': '(self)',
  accelerometer: '()',
  'display-capture': '()',
  'encrypted-media': '()',
  geolocation: '()',
  gyroscope: '()',
  hid: '()',
  magnetometer: '()',
  microphone: '()',
  midi: '()',
  payment: '()',
  'publickey-credentials-create': '()',
  'publickey-credentials-get': '()',
  serial: '()',
  usb: '()',
  'xr-spatial-tracking': '()',
}

const fixed = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  // Within the origin the sender stays visible: browsers derive the Origin header of a form from it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': Object.entries(permissions)
    .map(([feature, allowed]) => `${feature}=${allowed}`)
    .join(', '),
} as const

/** Hot reload writes inline styles and scripts, makes script elements from strings and talks over a web socket. */
function relaxedForDevelopment(policy: Policy): Partial<Policy> {
  const { 'require-trusted-types-for': _sinks, 'trusted-types': _policies, ...rest } = policy
  return {
    ...rest,
    'script-src': [...policy['script-src'], "'unsafe-inline'"],
    'style-src': [...policy['style-src'], "'unsafe-inline'"],
    'connect-src': [...policy['connect-src'], 'ws:', 'wss:'],
  }
}

/**
 * The headers that every answer carries, whatever it is and whoever made it.
 *
 * @param inline what the app's pages hold within themselves, by its hash; null in development, which loosens what Vite's hot reload
 *   needs, and nothing else
 */
export function securityHeaders(
  config: Pick<Config, 'origin' | 'identity'>,
  inline: InlineParts | null,
): Record<string, string> {
  const issuer = config.identity.kind === 'external' ? [new URL(config.identity.issuer).origin] : []
  const policy: Policy = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...(inline?.scripts ?? [])],
    'style-src': [...contentSecurityPolicy['style-src'], ...(inline?.styles ?? [])],
    'connect-src': [...contentSecurityPolicy['connect-src'], ...issuer],
  }
  const directives = Object.entries(inline === null ? relaxedForDevelopment(policy) : policy)
  return {
    ...fixed,
    'Content-Security-Policy': directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; '),
    ...(config.origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
