/** A ticket code consists of visible characters only: no whitespace, control characters or lone surrogates. */
const notVisible = /[\p{White_Space}\p{Cc}\p{Cs}]/u

/** Prefixes of common QR codes that are not tickets. */
const otherFormats = [
  // Web addresses
  /^(?:https?:\/\/|www\.)/iu,
  // Wi-Fi networks
  /^WIFI:/iu,
  // Contact cards and calendar entries
  /^(?:BEGIN:|MECARD:|BIZCARD:)/iu,
  // Messages, calls and places
  /^(?:mailto|MATMSG|tel|smsto|sms|geo):/iu,
  // EMVCo merchant payments (FPS, AlipayHK, Octopus): payload format indicator first, CRC last
  /^000201.*6304[\dA-F]{4}$/iu,
]

/**
 * Whether a QR text cannot be a ticket code of any outlet: it is blank, contains whitespace or control characters, or
 * has the prefix of another format. Everything else may be another outlet's opaque code. Whitespace around a code is
 * ignored.
 */
export function isMalformedCode(text: string): boolean {
  const code = text.trim()
  return code === '' || notVisible.test(code) || otherFormats.some((format) => format.test(code))
}
