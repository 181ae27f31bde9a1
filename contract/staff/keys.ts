import * as v from 'valibot'
import { endpoint } from '#contract/endpoint.ts'
import { keyPermissions } from './roles.ts'
import { DoneBy, Moment, Nothing } from './schemas.ts'

/** How a key's secret begins, so that whoever finds one knows what it is. */
export const keyPrefix = 'clubkey_'

/** What a key is called in the list and in the log. No two have the same name, also once they have ended. */
const KeyName = v.pipe(v.string(), v.trim(), v.minLength(2), v.maxLength(60), v.regex(/^[^\p{Cc}\p{Cf}\p{Cs}]+$/u))

/** Whether a text can be a key's name. */
export const isKeyName = (text: string): boolean => v.is(KeyName, text)

const Permission = v.picklist(keyPermissions)

/**
 * A key by which a machine of the box office calls the club (`contract/boxOffice.ts`). `lastUsedAt`: to the minute;
 * null where nobody has used it.
 */
const ListedKey = v.object({
  id: v.string(),
  name: v.string(),
  permission: Permission,
  made: DoneBy,
  lastUsedAt: v.nullable(Moment),
  ended: v.nullable(DoneBy),
})
export type ListedKey = v.InferOutput<typeof ListedKey>

/** Those that have ended come last, then the newest first. */
export const listKeys = endpoint({
  summary: 'Lists the keys of the box office’s machines',
  method: 'GET',
  path: '/api/staff/keys',
  access: { staff: 'staff_read' },
  request: Nothing,
  answer: v.object({ keys: v.array(ListedKey) }),
})

/** `secret`: what the machine sends. It is known here only. */
export const makeKey = endpoint({
  summary: 'Makes a key for a machine of the box office',
  method: 'POST',
  path: '/api/staff/make-key',
  access: { staff: 'key_manage' },
  request: v.object({ name: KeyName, permission: Permission }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('made'), secret: v.string() }),
    v.object({ kind: v.literal('name_taken') }),
  ]),
})

/** It is refused from then on, by every server. `refused`: it had ended before, and by whom. */
export const endKey = endpoint({
  summary: 'Ends a key of the box office',
  method: 'POST',
  path: '/api/staff/end-key',
  access: { staff: 'key_manage' },
  request: v.object({ id: v.pipe(v.string(), v.regex(/^\d{1,18}$/)) }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('done') }),
    v.object({ kind: v.literal('refused'), by: v.nullable(DoneBy) }),
  ]),
})
