/** The anchor that the code of a block below a page names: `membership-tiers` of `whats-club-bravo/membership-tiers`. */
export function anchorOf(code: string): string {
  return code.slice(code.indexOf('/') + 1)
}
