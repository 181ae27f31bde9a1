/** What is known of how far a member has come. */
export interface MemberProgress {
  points: number
  /** How many entries the ledger has of them; null until the club has said so. */
  transactions: number | null
  /** How many scans of theirs are on this phone. */
  scans: number
  isProfileComplete: boolean
}

export type FirstStep = 'scan' | 'profile'

/** What brings a member who has just joined the first points, in the order to be told; nothing for those who have begun. */
export function firstSteps({ points, transactions, scans, isProfileComplete }: MemberProgress): FirstStep[] {
  if (points > 0 || (transactions ?? 0) > 0 || scans > 0) return []
  return isProfileComplete ? ['scan'] : ['scan', 'profile']
}
