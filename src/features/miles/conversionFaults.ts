import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import * as v from 'valibot'
import type { MilesConfig } from '#contract/content.ts'
import { faultsOfConversion, type MilesError, minimumOf } from '#contract/spending/miles.ts'
import { airlineDigits, AirlineName, AirlineNumber } from '#contract/registration/profileFields.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { pointsOfDigits } from './pointsInput.ts'

/** What is typed into the form. `points`: digits. */
export interface ConversionTexts {
  points: string
  firstName: string
  lastName: string
  membershipNumber: string
}

export type ConversionField = keyof ConversionTexts

/** What is wrong with a field: by the specification, or as the server would refuse it. */
export interface ConversionFault {
  field: ConversionField
  error: MilesError | 'invalid_name' | 'invalid_number' | 'not_enough_points'
}

/** What an amount is measured by. `balance`: the member's points. */
export interface ConversionLimits {
  config: MilesConfig
  balance: number
}

/** The id of a field's control. */
export const controlIdOf = (field: ConversionField) => `miles-${field}`

const formats = {
  firstName: { schema: AirlineName, error: 'invalid_name' },
  lastName: { schema: AirlineName, error: 'invalid_name' },
  membershipNumber: { schema: AirlineNumber, error: 'invalid_number' },
} as const

const fieldOrder: readonly ConversionField[] = ['points', 'firstName', 'lastName', 'membershipNumber']

/**
 * Everything to correct before points are converted, in the order of the fields: the specification's checks, which are
 * in it, too, and for the other fields what only the server would find.
 */
export function faultsOf(texts: ConversionTexts, { config, balance }: ConversionLimits): ConversionFault[] {
  const points = pointsOfDigits(texts.points)
  const faults = faultsOfConversion({ ...texts, points }, config).flatMap(({ error, fields }): ConversionFault[] =>
    fields.map((field) => ({ field, error })),
  )
  const unreadable = (['firstName', 'lastName', 'membershipNumber'] as const)
    .filter((field) => !v.is(formats[field].schema, texts[field]))
    .map((field) => ({ field, error: formats[field].error }))
  const isShort = points !== null && points > balance
  const short = isShort ? [{ field: 'points', error: 'not_enough_points' } as const] : []
  const later = [...short, ...unreadable].filter(({ field }) => faults.every((fault) => fault.field !== field))
  return [...faults, ...later].toSorted((one, other) => fieldOrder.indexOf(one.field) - fieldOrder.indexOf(other.field))
}

const missingMessages: Record<ConversionField, MessageDescriptor> = {
  points: msg`Enter how many points you’d like to convert.`,
  firstName: msg`Enter your first name.`,
  lastName: msg`Enter your last name.`,
  membershipNumber: msg`Enter your Cathay membership number.`,
}

/** What to do about a fault, as a sentence. */
export function faultMessage(
  i18n: I18n,
  { field, error }: ConversionFault,
  { config, balance }: ConversionLimits,
): string {
  switch (error) {
    case 'invalid_point_conversion': {
      const { rate } = config
      return i18n._(msg`Enter a multiple of ${rate}: every ${rate} points are worth 1 mile.`)
    }
    case 'required':
      return i18n._(missingMessages[field])
    case 'min_points_not_reached': {
      const minimum = formatPoints(minimumOf(config))
      return i18n._(msg`Enter ${minimum} points or more.`)
    }
    case 'invalid_asia_miles':
      return i18n._(msg`Enter more points: this isn’t enough for a mile.`)
    case 'miles_changed':
      return i18n._(msg`The number of miles has changed. See how many you would get now.`)
    case 'membership_suspended':
      return i18n._(msg`Your membership is suspended: until we lift the suspension, you can’t convert points.`)
    case 'invalid_name':
      return i18n._(msg`Enter your name in English letters, as in your Cathay membership account.`)
    case 'invalid_number': {
      const { least, most } = airlineDigits
      return i18n._(msg`Enter ${least} to ${most} digits.`)
    }
    case 'not_enough_points': {
      const have = formatPoints(balance)
      return i18n._(
        msg`${plural(balance, { one: `You have ${have} point. Enter fewer.`, other: `You have ${have} points. Enter fewer.` })}`,
      )
    }
  }
}
