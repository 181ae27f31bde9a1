import * as v from 'valibot'
import { keysOf } from '#contract/keysOf.ts'
import { LocalizedText } from '#contract/language.ts'
import { Count } from '#contract/schemas/count.ts'
import { type ParcelMark, parcelSteps } from '#contract/spending/parcels.ts'
import { endpoint } from '#contract/endpoint.ts'
import { refundReasons } from './refundReasons.ts'
import { DoneBy, Moment, Nothing, RefNo, Undo, Words } from './schemas.ts'

const states = keysOf(parcelSteps)
const marks = states.filter((state): state is ParcelMark => state !== 'ordered')

/**
 * A parcel in the list. `hasAddress`: one of a deleted account has none. `reward`: null once it is unknown.
 * `labelledAt`: when its label was last prepared; null where it has none since it was ordered or came back.
 */
const ListedParcel = v.object({
  refNo: v.string(),
  orderedAt: Moment,
  alias: v.string(),
  reward: v.nullable(LocalizedText),
  quantity: Count,
  name: v.string(),
  state: v.picklist(states),
  changedAt: v.nullable(Moment),
  tracking: v.nullable(v.string()),
  hasAddress: v.boolean(),
  labelledAt: v.nullable(Moment),
})
export type ListedParcel = v.InferOutput<typeof ListedParcel>

/** The most parcels that a list has. */
export const mostParcels = 500

/** Oldest first; of those sent, the last first. */
export const listParcels = endpoint({
  summary: 'Lists the parcels in a state',
  method: 'GET',
  path: '/api/staff/parcels',
  access: { staff: 'parcel_read' },
  request: v.object({ state: v.picklist(states) }),
  answer: v.object({ parcels: v.array(ListedParcel), hasMore: v.boolean() }),
})

/** As `listParcels`, those whose reference, tracking number or member's name has the text. */
export const findParcels = endpoint({
  summary: 'Finds parcels in a state by reference, tracking number or name',
  method: 'POST',
  path: '/api/staff/find-parcels',
  access: { staff: 'parcel_read' },
  rate: { class: 'staff-search' },
  request: v.object({
    state: v.picklist(states),
    text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100)),
  }),
  answer: listParcels.answer,
})

const RefNos = v.pipe(v.array(RefNo), v.minLength(1), v.maxLength(mostParcels))
const mostRefNoBytes = 32 * 1024

/** What became of marking a parcel. `refused`: where it is already, and who has marked it so. */
const markedKinds = [
  v.object({ kind: v.literal('unknown'), refNo: v.string() }),
  v.object({ kind: v.literal('marked'), refNo: v.string(), undo: v.nullable(Undo) }),
  v.object({ kind: v.literal('refused'), refNo: v.string(), state: v.picklist(states), by: v.nullable(DoneBy) }),
] as const

const Marked = v.array(v.variant('kind', markedKinds))

/** The most characters that a tracking number has. */
export const longestTracking = 100

/** What the carrier calls a parcel. */
export const Tracking = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longestTracking))

/** Each is marked once; as sent, it can be undone. */
export const markParcels = endpoint({
  summary: 'Marks parcels as packed, sent or returned',
  method: 'POST',
  path: '/api/staff/mark-parcels',
  access: { staff: 'parcel_mark' },
  request: v.object({
    refNos: RefNos,
    state: v.picklist(marks),
    tracking: v.nullable(Tracking),
  }),
  answer: v.object({ marked: Marked }),
  maxBytes: mostRefNoBytes,
})

/**
 * Parcels are marked as sent, each with its own tracking number. `isDryRun` finds out which would be: `ready`, with the
 * name on the parcel.
 */
export const sendParcels = endpoint({
  summary: 'Marks parcels as sent, each with its tracking number',
  method: 'POST',
  path: '/api/staff/send-parcels',
  access: { staff: 'parcel_mark' },
  request: v.object({
    parcels: v.pipe(
      v.array(v.object({ refNo: RefNo, tracking: Tracking })),
      v.minLength(1),
      v.maxLength(mostParcels),
      v.check((parcels) => new Set(parcels.map(({ refNo }) => refNo)).size === parcels.length),
    ),
    isDryRun: v.boolean(),
  }),
  answer: v.object({
    lines: v.array(
      v.variant('kind', [v.object({ kind: v.literal('ready'), refNo: v.string(), name: v.string() }), ...markedKinds]),
    ),
  }),
  maxBytes: 128 * 1024,
})

/**
 * Parcels that were marked as packed or sent, and are not, have to be packed again. Their members can read the reason,
 * and those who were told of a parcel on its way get a mail.
 */
export const putParcelsBack = endpoint({
  summary: 'Takes the marks of parcels back',
  method: 'POST',
  path: '/api/staff/put-parcels-back',
  access: { staff: 'parcel_mark' },
  request: v.object({ refNos: RefNos, reason: Words }),
  answer: v.object({ marked: Marked }),
  maxBytes: mostRefNoBytes,
})

/** A label: to whom, and where; and what is inside. `phone`: for the carrier; null where none is known. */
export const Label = v.object({
  refNo: v.string(),
  name: v.string(),
  phone: v.nullable(v.string()),
  lines: v.array(v.string()),
  alias: v.string(),
  quantity: Count,
})

/** Parcels that are not sent and have an address get one. That it was read is recorded for each. */
export const parcelLabels = endpoint({
  summary: 'Gets the labels of parcels',
  method: 'POST',
  path: '/api/staff/parcel-labels',
  access: { staff: 'parcel_mark' },
  request: v.object({ refNos: RefNos }),
  answer: v.object({ labels: v.array(Label) }),
  maxBytes: mostRefNoBytes,
})

/** A conversion that the airline has to be told of. */
const Conversion = v.object({
  refNo: v.string(),
  at: Moment,
  account: v.nullable(v.string()),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  points: v.number(),
  miles: v.number(),
})
export type Conversion = v.InferOutput<typeof Conversion>

/** `withoutAccount`: how many the airline can't be told of. */
export const countConversions = endpoint({
  summary: 'Counts the conversions that wait for the airline',
  method: 'GET',
  path: '/api/staff/conversions',
  access: { staff: 'conversion_read' },
  request: Nothing,
  answer: v.object({ count: Count, miles: Count, since: v.nullable(Moment), withoutAccount: Count }),
})

/** That they were exported is recorded for each. */
export const exportConversions = endpoint({
  summary: 'Gets the conversions for the airline’s file',
  method: 'POST',
  path: '/api/staff/export-conversions',
  access: { staff: 'conversion_send' },
  request: Nothing,
  answer: v.object({ conversions: v.array(Conversion) }),
})

/**
 * All are marked or none, and their members are told. `marked_meanwhile`: by whom and when the first of those was that
 * are marked. `not_exported`: some were in no file of the airline's.
 */
export const markConversions = endpoint({
  summary: 'Marks conversions as told to the airline',
  method: 'POST',
  path: '/api/staff/mark-conversions',
  access: { staff: 'conversion_send' },
  request: v.object({ refNos: v.pipe(v.array(RefNo), v.minLength(1), v.maxLength(20_000)) }),
  answer: v.variant('kind', [
    v.object({ kind: v.picklist(['marked', 'not_exported']) }),
    v.object({ kind: v.literal('marked_meanwhile'), by: v.nullable(DoneBy) }),
  ]),
  maxBytes: 512 * 1024,
})

/** The most answers of the airline's that one file has. */
export const mostAnswers = 10_000

/** What the airline calls a conversion. */
export const AirlineReference = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(100))

/**
 * What is wrong with an answer. `unknown`: no conversion has the reference. `not_exported`: it was in no file for the
 * airline. `twice`: an earlier answer is about it, too. `taken`: an earlier answer has the same airline reference.
 * `differs`: the airline has given it another one, `known`.
 */
const AnswerFault = v.variant('kind', [
  v.object({ kind: v.picklist(['unknown', 'not_exported', 'twice', 'taken']) }),
  v.object({ kind: v.literal('differs'), known: v.string() }),
])
export type AnswerFault = v.InferOutput<typeof AnswerFault>

/**
 * All are recorded or none, and each member is told the airline's reference once. `isDryRun` finds out what would
 * happen. `bad`: which are wrong, by their place in the request, from 0; nothing was recorded.
 */
export const recordAirlineAnswers = endpoint({
  summary: 'Records what the airline calls conversions',
  method: 'POST',
  path: '/api/staff/record-airline-answers',
  access: { staff: 'conversion_send' },
  request: v.object({
    answers: v.pipe(
      v.array(v.object({ refNo: RefNo, airlineReference: AirlineReference })),
      v.minLength(1),
      v.maxLength(mostAnswers),
    ),
    isDryRun: v.boolean(),
  }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('bad'), bad: v.array(v.object({ at: Count, fault: AnswerFault })) }),
    v.object({ kind: v.picklist(['checked', 'recorded']), recorded: Count, unchanged: Count }),
  ]),
  maxBytes: 2 * 1024 * 1024,
})

/** A payment that bought nothing. */
const Refund = v.object({
  payRef: v.string(),
  orderRef: v.string(),
  amount: v.string(),
  currency: v.string(),
  receivedAt: Moment,
  reason: v.nullable(v.picklist(refundReasons)),
  email: v.nullable(v.string()),
  refundedAt: v.nullable(Moment),
  note: v.nullable(v.string()),
})
export type Refund = v.InferOutput<typeof Refund>

/** Staff refund them at the gateway. Oldest first; with those that were refunded, if asked for. */
export const listRefunds = endpoint({
  summary: 'Lists the payments to refund',
  method: 'GET',
  path: '/api/staff/refunds',
  access: { staff: 'refund_read' },
  request: v.object({ withRefunded: v.optional(v.picklist(['true'])) }),
  answer: v.object({ refunds: v.array(Refund) }),
})

/** It was refunded at the gateway, and is noted once. `refused`: who has noted it before. */
export const noteRefund = endpoint({
  summary: 'Notes that a payment was refunded',
  method: 'POST',
  path: '/api/staff/note-refund',
  access: { staff: 'refund_note' },
  request: v.object({ payRef: v.pipe(v.string(), v.maxLength(100)), note: Words }),
  answer: v.variant('kind', [
    v.object({ kind: v.literal('noted'), undo: Undo }),
    v.object({ kind: v.literal('refused'), by: v.nullable(DoneBy) }),
  ]),
  maxBytes: 4096,
})
