import * as v from 'valibot'
import type { KeyPermission, PermissionName } from './staff/roles.ts'

/** Any valibot schema without async steps. */
export type Schema = v.GenericSchema

/** The names of a request's text fields. */
type TextField<Request extends Schema> =
  unknown extends v.InferOutput<Request> ? string : NamesOfTexts<v.InferOutput<Request>>
type NamesOfTexts<Fields> = {
  [Name in keyof Fields]-?: Fields[Name] extends string ? Name & string : never
}[keyof Fields]

/** The kinds of access that always come with a member. */
export type MemberAccess = 'member' | 'verified'
/**
 * A member of staff, one of whose roles has this permission. `permissions` says which of them ask for the passkey
 * again.
 */
export interface StaffAccess {
  readonly staff: PermissionName
}

/** A machine of the box office, whose key has this permission. */
export interface BoxOfficeAccess {
  readonly boxOffice: KeyPermission
}

/**
 * Who may call.
 *
 * - public: anyone, without a token.
 * - optional: anyone, with the token of a signed-in member where there is one: the answer depends on the viewer.
 * - member: a signed-in member, with a bearer token.
 * - verified: such a member whose email address is verified.
 * - staff: a member of staff, with the cookie of their session, never with a member's token.
 * - boxOffice: a machine of the box office, with the key that an owner has made for it, as a bearer token.
 */
export type Access = 'public' | 'optional' | MemberAccess | StaffAccess | BoxOfficeAccess

/**
 * How calls of members and visitors are counted against the limits. Every endpoint of a member has a class; others
 * without one are not counted.
 *
 * - sign-in: attempts, by network address and account.
 * - look-up: whether an address has an account. The same, with fewer for the network address: nobody lists the members.
 * - mail: like sign-ins, and by the mail's address.
 * - scan, payment: look-ups of tickets and orders, by member.
 * - spending: whatever spends points, takes places or gives them back, by member.
 * - own-data: whatever stores, gathers or renews what is a member's own, by endpoint and member.
 * - old-member: claims to be an old member. Like sign-ins, and by number, contact and member, from whatever address
 *   they come.
 * - uncounted: a member's reading, which costs no more than counting it would, and the sign-out, which ends the token
 *   that it comes with.
 *
 * `account`: the field of the request that names whose account, token or number it counts for together with the network
 * address, or `member` for the one who is signed in. `mail`: the field with the address that a mail goes to, and what
 * it is about. `isRepeat`: the call asks for nothing but the same mail again. `claim`: the fields that say which old
 * member somebody is.
 */
type Rate<Field extends string = string> =
  | { readonly class: 'sign-in' | 'look-up'; readonly account: Field }
  | { readonly class: 'mail'; readonly account: Field; readonly mail: RatedMail<Field> }
  | { readonly class: 'old-member'; readonly account: Field; readonly claim: RatedClaim<Field> }
  | { readonly class: 'scan' | 'spending' | 'own-data' | 'payment' | 'uncounted' }

/**
 * How often each of the staff may call: who searches on and on reads the names of all members, and figures keep the
 * database busy.
 */
interface StaffRate {
  readonly class: 'staff-search'
}

/** How often each key of the box office may call, whatever for: a machine that runs wild holds nobody up. */
interface BoxOfficeRate {
  readonly class: 'box-office'
}

interface RatedMail<Field extends string> {
  readonly to: Field
  readonly about: 'verification' | 'password' | 'new_address'
  readonly isRepeat?: true
}

interface RatedClaim<Field extends string> {
  readonly memberNo: Field
  readonly contact: Field
  readonly code: Field
}

/**
 * What a visitor may send, and the status of the answer. The fault run calls every open endpoint with it a hundred
 * times at once, each time for another mail address or old member where these are counted.
 */
interface Burst<Request extends Schema> {
  readonly request: v.InferInput<Request>
  readonly status: number
}

/**
 * A file of a request.
 *
 * - With `maxBytes`: in a multipart body of exactly two parts, `requestPart` with the JSON and then `filePart`.
 * - With `field`: in base64 in that field of the JSON, of `maxLength` characters at most.
 */
type RequestFile = { readonly maxBytes: number } | { readonly field: string; readonly maxLength: number }
/** The names of the parts of a multipart body. */
export const requestPart = 'request'
export const filePart = 'file'

/**
 * How an answer is stored for offline use.
 *
 * - content: one public answer, stored by the page and by the worker.
 * - detail: one public answer for each alias; the page and the worker store the newest of them.
 * - member: the signed-in member's own, stored by the page until that member signs out.
 */
type OfflinePolicy = 'content' | 'detail' | 'member'

/**
 * One call of the API as a value, shared by page, worker, server and tests.
 *
 * - `summary`: what it does: a verb in the third person (Gets, Lists, Counts, Marks …), no full stop; for the document
 *   of the API.
 * - `path` begins with `/api/`; `{product}` stands for the configured product slug.
 * - `calledBy`: `others` where the app itself does not call it: other clients of the specified API do, the payment
 *   gateway, or machines of the box office.
 * - `request` describes the JSON body, for GET the query parameters.
 * - `answer`: `FileAnswer` for a file, which is drawn in the page.
 * - `idempotency`: the call takes an `Idempotency-Key` header (a UUID), and the same key gets the same answer again,
 *   unless that was that something is not known or not valid, which may change. A caller that sends none, as in the
 *   specification, is served anew by each call. The app always sends one.
 * - `encoding`: `form` for a form-encoded body and an answer of plain text, for callers other than the app; by default
 *   JSON.
 * - `maxBytes`: the largest body of a request, by default `maxRequestBytes`.
 * - `file`: what a request may carry beyond `maxBytes`.
 * - `rate`: how calls are counted. `burst`: how a visitor calls it.
 * - `offline`: how the app keeps the answer for offline use; without it, an answer lives as long as the page. An answer
 *   to staff is kept nowhere.
 * - `answersInLines`: the answer is NDJSON: several answers, each sent on its own line as soon as it is known.
 */
export type Endpoint<Request extends Schema = Schema, Answer extends Schema = Schema> =
  | KeyedEndpoint<Request, Answer>
  | UnkeyedEndpoint<Request, Answer>
  | StaffEndpoint<Request, Answer>
  | BoxOfficeEndpoint<Request, Answer>

interface EndpointFields<Request extends Schema, Answer extends Schema> {
  readonly summary: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly calledBy?: 'others'
  readonly request: Request
  readonly answer: Answer
  readonly encoding?: 'form'
  readonly maxBytes?: number
  readonly file?: RequestFile
  readonly offline?: OfflinePolicy
  readonly answersInLines?: true
}

/** An endpoint with a key: keys are scoped to a member, so it has one. */
export interface KeyedEndpoint<Request extends Schema = Schema, Answer extends Schema = Schema> extends EndpointFields<
  Request,
  Answer
> {
  readonly access: MemberAccess
  readonly rate: Rate<TextField<Request> | 'member'>
  readonly burst?: undefined
  readonly idempotency: true
}

/**
 * An endpoint of the staff's pages. What names a person or is worth something is asked for by POST: an address stands
 * in the logs of proxies.
 */
export interface StaffEndpoint<Request extends Schema = Schema, Answer extends Schema = Schema> extends Omit<
  EndpointFields<Request, Answer>,
  'path' | 'calledBy' | 'encoding' | 'offline'
> {
  readonly path: `/api/staff/${string}`
  readonly calledBy?: undefined
  readonly encoding?: undefined
  readonly offline?: undefined
  readonly access: StaffAccess
  readonly rate?: StaffRate
  readonly burst?: undefined
  readonly idempotency?: undefined
}

/**
 * An endpoint of the box office's machines. What it adds or changes once stays as it is when the same is asked again:
 * the numbers of tickets are the keys.
 */
export interface BoxOfficeEndpoint<Request extends Schema = Schema, Answer extends Schema = Schema> extends Omit<
  EndpointFields<Request, Answer>,
  'path' | 'calledBy' | 'encoding' | 'file' | 'offline' | 'answersInLines'
> {
  readonly path: `/api/box-office/${string}`
  readonly calledBy: 'others'
  readonly encoding?: undefined
  readonly file?: undefined
  readonly offline?: undefined
  readonly answersInLines?: undefined
  readonly access: BoxOfficeAccess
  readonly rate: BoxOfficeRate
  readonly burst?: undefined
  readonly idempotency?: undefined
}

type UnkeyedEndpoint<Request extends Schema, Answer extends Schema> = EndpointFields<Request, Answer> & {
  readonly idempotency?: undefined
} & (
    | { readonly access: MemberAccess; readonly rate: Rate<TextField<Request> | 'member'>; readonly burst?: undefined }
    | {
        readonly access: 'public' | 'optional'
        readonly rate?: Rate<TextField<Request>>
        readonly burst: Burst<Request>
      }
  )

/** Declares an endpoint with its exact type. */
export function endpoint<Request extends Schema, const Declared extends Endpoint<Request>>(
  declared: Declared & { readonly request: Request },
): Declared {
  return declared
}

/** Whether an endpoint is for staff. */
export const isForStaff = <E extends Endpoint>(target: E): target is Extract<E, StaffEndpoint> =>
  typeof target.access === 'object' && 'staff' in target.access

/** Whether an endpoint is for machines of the box office. */
export const isForBoxOffice = <E extends Endpoint>(target: E): target is Extract<E, BoxOfficeEndpoint> =>
  typeof target.access === 'object' && 'boxOffice' in target.access

/** The answer of an endpoint that sends a file: no JSON. */
export const FileAnswer = v.never()

/** What a caller sends. */
export type RequestOf<E extends Endpoint> = v.InferInput<E['request']>
/** What the server's handler works with, after parsing. */
export type ParsedRequestOf<E extends Endpoint> = v.InferOutput<E['request']>
/** What a caller receives, after parsing. */
export type AnswerOf<E extends Endpoint> = v.InferOutput<E['answer']>
/** What the server's handler returns, before it becomes JSON. */
export type SentAnswerOf<E extends Endpoint> = v.InferInput<E['answer']>

/** The path of an endpoint with the product slug filled in. */
export function pathOf(target: Endpoint, product: string): string {
  return target.path.replace('{product}', product)
}

/**
 * What a member quotes to the club about a call, and what the server logs when it fails: the beginning of its
 * `Idempotency-Key`.
 */
export function referenceOf(idempotencyKey: string): string {
  return idempotencyKey.slice(0, 8).toUpperCase()
}

/**
 * The header that says whose page sends a call of staff: an account's id. If somebody else has signed in since in the
 * same browser, the call is refused.
 */
export const staffHeader = 'Staff-Account'

/**
 * The cookie of a session of staff. Its prefix makes browsers refuse it from another host or without TLS. Without TLS
 * only this machine is a secure place, where some browsers store no secure cookies.
 */
export function staffCookie(origin: string): { name: string; isSecure: boolean } {
  const isSecure = origin.startsWith('https:')
  return { name: isSecure ? '__Host-club_staff' : 'club_staff', isSecure }
}
