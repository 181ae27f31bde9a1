import type { Endpoints } from '#contract/index.ts'
import { milesMessages } from '#contract/spending/miles.ts'
import { convertToMiles, type MilesConversion } from '#server/services/spending/miles.ts'
import { loadSpender, type Spender } from '#server/services/spending/spender.ts'
import { readMilesConfig } from '#server/services/contents.ts'
import { keyed } from './handler.ts'
import { refuseClosed } from './httpError.ts'

const redeemAsiaMiles = keyed<Endpoints['redeemAsiaMiles'], Omit<MilesConversion, 'memberId' | 'now'>, Spender>({
  prepare: async (request, { db, contentsVersion, dependencies }) => ({
    points: request.points_to_convert,
    expectedMiles: request.expected_miles,
    membershipNumber: request.asia_miles_membership_number,
    firstName: request.asia_miles_member_first_name,
    lastName: request.asia_miles_member_last_name,
    config: await readMilesConfig(db, contentsVersion),
    notify: dependencies.notify,
  }),
  load: async (_prepared, { db, memberId }) => {
    const spender = await loadSpender(db, memberId)
    refuseClosed(spender.member)
    return spender
  },
  save: async (prepared, spender, { db, memberId, now }) => {
    const converted = await convertToMiles(db, spender, { ...prepared, memberId, now })
    switch (converted.kind) {
      case 'converted':
        return { message: milesMessages.converted, result: converted.result }
      case 'short':
        return { message: milesMessages.short }
      case 'refused':
        return { message: milesMessages.refused, error: converted.error }
    }
  },
})

export const milesHandlers = { redeemAsiaMiles }
