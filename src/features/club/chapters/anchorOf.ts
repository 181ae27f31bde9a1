/** The anchor in a block's code: `membership-tiers` for `whats-club-bravo/membership-tiers`. */
export function anchorOf(code: string): string {
  return code.slice(code.indexOf('/') + 1)
}
