import type { Config } from '#server/config.ts'
import type { InlineHashes } from '#server/render/inlineHashes.ts'

const contentSecurityPolicy = {
  'default-src': ["'self'"],
  // The QR decoder is WebAssembly; no other code may be compiled at run time.
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

/** The product only uses the camera and the screen wake lock. */
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
  // Browsers derive a form's Origin header from the referrer, so it is kept within the origin.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': Object.entries(permissions)
    .map(([feature, allowed]) => `${feature}=${allowed}`)
    .join(', '),
} as const

/** Hot reload needs inline styles and scripts, script elements from strings, and a web socket. */
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
 * The headers of every response.
 *
 * @param inline the hashes of the pages' inline styles and scripts; null in development, which relaxes what hot reload needs
 */
export function securityHeaders(
  config: Pick<Config, 'origin' | 'identity' | 'payment'>,
  inline: InlineHashes | null,
): Record<string, string> {
  const issuer = config.identity.kind === 'external' ? [new URL(config.identity.issuer).origin] : []
  const { payment } = config
  const gateway = payment === null || payment.isSimulated ? [] : [new URL(payment.formAddress).origin]
  const policy: Policy = {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...(inline?.scripts ?? [])],
    'style-src': [...contentSecurityPolicy['style-src'], ...(inline?.styles ?? [])],
    'connect-src': [...contentSecurityPolicy['connect-src'], ...issuer],
    'form-action': [...contentSecurityPolicy['form-action'], ...gateway],
  }
  const directives = Object.entries(inline === null ? relaxedForDevelopment(policy) : policy)
  return {
    ...fixed,
    'Content-Security-Policy': directives.map(([name, sources]) => [name, ...sources].join(' ')).join('; '),
    ...(config.origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
