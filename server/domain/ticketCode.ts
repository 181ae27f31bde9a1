/** A ticket code is one run of visible characters: whitespace, control characters and half surrogates occur in none. */
const notVisible = /[\p{White_Space}\p{Cc}\p{Cs}]/u

/** How everyday QR codes that are no tickets announce themselves. */
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
 * Whether a QR text cannot be a ticket code of any outlet: it is blank, has whitespace or control characters inside, or announces
 * another format. Everything else may be another outlet's opaque code. Whitespace around a code is ignored.
 */
export function isMalformedCode(text: string): boolean {
  const code = text.trim()
  return code === '' || notVisible.test(code) || otherFormats.some((format) => format.test(code))
}
