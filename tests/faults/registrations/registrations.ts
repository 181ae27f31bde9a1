import { memberMails } from '#server/mail/memberMails.ts'
import { audit } from '#server/services/audit.ts'
import { decideApplication } from '#server/services/membership/youth.ts'
import { findMemberByEmail } from '#server/store/members/members.ts'
import { seededRandom } from '../seededRandom.ts'
import { createClient } from './client.ts'
import { openSpoiltClub, type SpoiltClub } from './club.ts'
import { openSpoiltGateway } from './gateway.ts'
import { join, type Joined } from './join.ts'
import { planRegistrants, prepare } from './plan.ts'
import { asStaff } from '#tests/support/staff.ts'
import { recompute } from './recompute.ts'

/** How many join, how, and through what. */
export interface Trial {
  count: number
  seed: number
  /** After how many registrations the server is killed and started again. */
  killsAfter: readonly number[]
  log: (line: string) => void
}

/** What was found afterwards. */
export interface TrialResult {
  differences: string[]
  /** What was recomputed and what was spoilt, by how much of it there was. */
  counted: Record<string, number>
}

/** How many of the calls, answers and reports are spoilt. */
const share = 0.2
/** How many of the presses are double ones. */
const twice = 0.1
/** How many join at the same time. */
const atOnce = 16

/** An operator decides the applications; those that are not paid cannot be. */
async function decide({ db }: SpoiltClub, joined: readonly Joined[]): Promise<void> {
  const notify = memberMails({ smtpUrl: null })
  for (const { registrant } of joined) {
    if (registrant.route !== 'ya' || registrant.decision === 'none') continue
    const { email, decision: event } = registrant
    const member = await findMemberByEmail(db, email)
    if (!member) continue
    const decision = event === 'rejected' ? { event, reason: 'The card is another person’s.' } : { event }
    await decideApplication(asStaff(db), { memberId: member.id, decision, now: new Date(), notify })
  }
}

/**
 * Lets people join and pay through a line that spoils a fifth of everything, and compares what is stored with what was
 * sent.
 */
export async function tryRegistrations({ count, seed, killsAfter, log }: Trial): Promise<TrialResult> {
  const random = seededRandom(seed)
  const club = await openSpoiltClub(random, share)
  try {
    const planned = planRegistrants(count, random)
    await prepare(club.db, planned)
    const client = createClient([club.origin], { random, twice })
    const gateway = openSpoiltGateway(club, { random, share })
    const joined: Joined[] = []
    const failures: string[] = []
    let killing = Promise.resolve()
    const waiting = [...planned]
    const work = async () => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        try {
          joined.push(await join(one, { club, client, gateway }))
        } catch (error) {
          failures.push(`${one.email} (${one.route}): ${String(error)}`)
        }
        if (!killsAfter.includes(joined.length)) continue
        log(`Killed the server after ${joined.length} of ${count} registrations.`)
        killing = killing.then(club.killAndRestart)
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    await killing
    await gateway.sendLate()
    await decide(club, joined)
    const { differences, counted } = await recompute(club.db, joined, gateway.taken)
    const audited = await audit(club.db)
    const { sent: forged, believed } = gateway.forged()
    return {
      differences: [
        ...failures,
        ...differences,
        ...audited.differences,
        ...(believed === 0 ? [] : [`${believed} forged reports were believed`]),
      ],
      counted: {
        ...counted,
        'calls spoilt': club.spoilt(),
        'calls repeated': client.repeated(),
        'reports spoilt': gateway.spoilt(),
        'reports forged': forged,
      },
    }
  } finally {
    await club.close()
  }
}
