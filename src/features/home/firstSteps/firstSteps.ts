/** How far a new member has come. */
export interface MemberProgress {
  points: number
  /** How many entries the ledger has; null until the server has answered. */
  transactions: number | null
  /** The number of their scans on this phone. */
  scans: number
  isProfileComplete: boolean
}

export type FirstStep = 'scan' | 'profile'

/**
 * The next steps of a member who has just joined, in order; empty once the member has points, transactions or scans.
 */
export function firstSteps({ points, transactions, scans, isProfileComplete }: MemberProgress): FirstStep[] {
  if (points > 0 || (transactions ?? 0) > 0 || scans > 0) return []
  return isProfileComplete ? ['scan'] : ['scan', 'profile']
}
