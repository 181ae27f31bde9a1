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

/** The product only uses the camera, the screen wake lock, and passkeys. */
const permissions = {
  camera: '(self)',
  'publickey-credentials-create': '(self)',
  'publickey-credentials-get': '(self)',
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

/** Where the app connects to and sends forms to depends on these. */
type PolicySettings = Pick<Config, 'origin' | 'identity' | 'payment'>

function policyFor({ identity, payment }: PolicySettings, { styles, scripts }: InlineHashes): Policy {
  const issuer = identity.kind === 'external' ? [new URL(identity.issuer).origin] : []
  const gateway = payment === null || payment.isSimulated ? [] : [new URL(payment.formAddress).origin]
  return {
    ...contentSecurityPolicy,
    'script-src': [...contentSecurityPolicy['script-src'], ...scripts],
    'style-src': [...contentSecurityPolicy['style-src'], ...styles],
    'connect-src': [...contentSecurityPolicy['connect-src'], ...issuer],
    'form-action': [...contentSecurityPolicy['form-action'], ...gateway],
  }
}

const written = (policy: Partial<Policy>) =>
  Object.entries(policy)
    .map(([name, sources]) => [name, ...sources].join(' '))
    .join('; ')

/**
 * The Content-Security-Policy of a page: that of every response, which allows no inline style or script, and those that
 * are in the page. A page names only its own, because its headers and the beginning of its text share the first packets
 * of a connection.
 */
export function pagePolicy(config: PolicySettings, inline: InlineHashes): string {
  return written(policyFor(config, inline))
}

/** The Content-Security-Policy of the pages of staff, which frame a student card. */
export function staffPolicy(config: PolicySettings): string {
  return written({ ...policyFor(config, { styles: [], scripts: [] }), 'frame-src': ["'self'"] })
}

/**
 * The headers of every response.
 *
 * @param dev relaxes what hot reload needs
 */
export function securityHeaders(config: PolicySettings, { dev }: { dev: boolean }): Record<string, string> {
  const policy = policyFor(config, { styles: [], scripts: [] })
  return {
    ...fixed,
    'Content-Security-Policy': written(dev ? relaxedForDevelopment(policy) : policy),
    ...(config.origin.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  }
}
