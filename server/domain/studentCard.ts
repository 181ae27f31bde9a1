const dayMs = 24 * 60 * 60 * 1000

/** When a card is deleted: half a year after it was sent, for applications that nobody decides. */
export function deletionOf(storedAt: Date): Date {
  return new Date(storedAt.getTime() + 180 * dayMs)
}

/** When a card is deleted after its application was decided: a month later, in case the member asks. */
export function deletionAfterDecision(decidedAt: Date): Date {
  return new Date(decidedAt.getTime() + 30 * dayMs)
}
