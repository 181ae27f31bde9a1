import type * as v from 'valibot'
import { mostToldActs, type ToldAct } from '#contract/member/toldActs.ts'
import { endOfDayAfter } from '#contract/hongKong.ts'
import { keysOf } from '#contract/keysOf.ts'
import { tiers } from '#contract/member/tiers.ts'
import { actions } from '#contract/staff/actions.ts'
import { findActsOf } from '#server/store/staffActs.ts'
import type { ConnectionPool } from '#server/store/store.ts'

const told = keysOf(actions).filter((name) => actions[name].told !== 'nothing')
const withReason = new Set<string>(told.filter((name) => actions[name].told === 'reason'))

const looks = new Set<string>(told.filter((name) => actions[name].told === 'look'))

/** The beginning of the day of a look, in Hong Kong: nobody is to be told apart by the minute. */
const dayOf = (at: Date) => endOfDayAfter(at, -1).toISOString()

/** As what an act is told: all looks of a day in one role are one. */
const tellingOf = ({ id, action, at, role }: { id: string; action: string; at: Date; role: string | null }) =>
  looks.has(action) ? `${dayOf(at)} ${role}` : id

/** What was done with a member's data, newest first, as far as they are told of it. */
export async function listToldActs(db: ConnectionPool, memberId: string): Promise<v.InferInput<typeof ToldAct>[]> {
  const acts = await findActsOf(db, memberId, told, mostToldActs)
  const latest = new Map(acts.toReversed().map((act) => [tellingOf(act), act.id]))
  const tellings = acts.filter((act) => latest.get(tellingOf(act)) === act.id)
  const list = tellings.map((act) => {
    const { at, role, action, before, after, reason } = act
    const [had, has] = [before?.['points'], after?.['points']]
    return {
      id: tellingOf(act),
      at: looks.has(action) ? dayOf(at) : at.toISOString(),
      action,
      reason: withReason.has(action) ? reason : null,
      points: typeof had === 'number' && typeof has === 'number' ? has - had : null,
      tier: tiers.find((tier) => tier === after?.['tier']) ?? null,
      role: looks.has(action) ? role : null,
    }
  })
  // A look has no place among the acts of its day, nor among its looks.
  return list.toSorted((one, other) =>
    one.at === other.at ? (one.role ?? '').localeCompare(other.role ?? '') : one.at < other.at ? 1 : -1,
  )
}
