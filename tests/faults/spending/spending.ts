import { audit } from '#server/services/audit.ts'
import { createClient } from '../registrations/client.ts'
import { seededRandom } from '../seededRandom.ts'
import { openSharedClub } from './club.ts'
import { addSpenders, operate, type Answered } from './operations.ts'
import { recompute } from './recompute.ts'
import { staffWork } from './staffWork.ts'

/** How many members do how much, and through what. */
export interface Trial {
  members: number
  operations: number
  /** How many acts four members of staff do meanwhile. */
  acts?: number
  seed: number
  log: (line: string) => void
  /** The folder of the product that the servers run, if it is another one. */
  root?: string
}

/** What was found afterwards. */
export interface TrialResult {
  differences: string[]
  counted: Record<string, number>
}

/** How many of the calls and answers are spoilt. */
const share = 0.2
/** How many of the presses are double ones. */
const twice = 0.1
/** How many operations are under way at the same time. */
const atOnce = 16

/**
 * Lets members earn and spend through two servers, of which one is killed halfway, and compares what is stored with the
 * answers that they got.
 */
export async function trySpending({ members, operations, acts = 0, seed, log, root }: Trial): Promise<TrialResult> {
  const random = seededRandom(seed)
  const club = await openSharedClub({ random, share, root })
  try {
    const spenders = await addSpenders(club, members)
    const client = createClient(club.origins, { random, twice })
    const answered: Answered[] = []
    const failures: string[] = []
    let [left, killing] = [operations, Promise.resolve()]
    const work = async () => {
      while (left > 0) {
        left -= 1
        if (left === Math.floor(operations / 2)) {
          log(`Killed one server after ${operations - left} of ${operations} operations.`)
          killing = club.killAndRestart()
        }
        try {
          const one = await operate(spenders, { club, client, random })
          if (one !== null) answered.push(one)
        } catch (error) {
          failures.push(String(error))
        }
      }
    }
    const staff = await staffWork(club, spenders, random)
    const staffWorking = staff.work(acts).catch((error: unknown) => failures.push(String(error)))
    await Promise.all([...Array.from({ length: atOnce }, work), staffWorking])
    await killing
    const { differences, counted } = await recompute(club.db, spenders, [...answered, ...staff.answered])
    const audited = await audit(club.db)
    return {
      differences: [...failures, ...differences, ...(await staff.differences()), ...audited.differences],
      counted: {
        ...counted,
        'acts of staff': await staff.count(),
        'calls spoilt': club.spoilt(),
        'calls repeated': client.repeated(),
      },
    }
  } finally {
    await club.close()
  }
}
