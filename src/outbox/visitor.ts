/**
 * The owner of scans that nobody has signed in for: no member's id. They are never sent; a member who says that they
 * are theirs takes them over (`Outbox.claim`).
 */
export const visitorId = 'visitor'
