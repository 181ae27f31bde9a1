import * as v from 'valibot'
import type { FieldDescription, FieldType, TextDescription } from '#contract/staff/contents.ts'
import {
  Count,
  ExternalUrl,
  Factor,
  Flag,
  ImageChoice,
  mostCount,
  PositiveCount,
  TimeOfDay,
  Timestamp,
  VoucherValidity,
} from './fields.ts'
import { type GroupName, groups, textsOf } from './groups.ts'

type SimpleType = Exclude<FieldType, { kind: 'list' }>

const whole = (least: number) => ({ kind: 'number', least, most: mostCount, step: 1 }) as const

/** What a form asks for, by the schemas that say more than that something is a line. */
const types: readonly (readonly [v.GenericSchema, SimpleType])[] = [
  [Count, whole(0)],
  [PositiveCount, whole(1)],
  [Factor, { kind: 'number', least: 1.1, most: 10, step: 0.1 }],
  [Flag, { kind: 'flag' }],
  [ExternalUrl, { kind: 'address' }],
  [Timestamp, { kind: 'moment' }],
  [TimeOfDay, { kind: 'time' }],
  [VoucherValidity, { kind: 'validity' }],
  [ImageChoice, { kind: 'picture' }],
]

const isSchema = (value: unknown): value is v.GenericSchema =>
  typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'schema'

/** The schema without what lets it be absent. */
function withoutMaybe(schema: v.GenericSchema): v.GenericSchema {
  return 'wrapped' in schema && isSchema(schema.wrapped) ? withoutMaybe(schema.wrapped) : schema
}

const optionsOf = (schema: v.GenericSchema): string[] | null =>
  schema.type === 'picklist' && 'options' in schema && Array.isArray(schema.options) ? schema.options.map(String) : null

function simpleTypeOf(schema: v.GenericSchema): SimpleType {
  const known = types.find(([one]) => one === schema)
  if (known) return known[1]
  const options = optionsOf(schema)
  return options === null ? { kind: 'line' } : { kind: 'choice', options }
}

function typeOf(schema: v.GenericSchema): FieldType {
  const own = withoutMaybe(schema)
  if (own.type === 'array' && 'item' in own && isSchema(own.item)) return { kind: 'list', of: simpleTypeOf(own.item) }
  return simpleTypeOf(own)
}

/** What a group's keys, fields and texts take: a form is made from it. */
export function describeGroup(name: GroupName): {
  keys: string[] | null
  fields: FieldDescription[]
  texts: TextDescription[]
} {
  return {
    keys: optionsOf(groups[name].key),
    fields: Object.entries<v.GenericSchema>(groups[name].fields.entries).map(([field, schema]) => ({
      name: field,
      isRequired: !v.is(schema, undefined),
      type: typeOf(schema),
    })),
    texts: textsOf(name).map(([text, { kind, required }]) => ({ name: text, kind, isRequired: required })),
  }
}
