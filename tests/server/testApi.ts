import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, pathOf } from '#contract/endpoint.ts'
import { endpoints } from '#contract/index.ts'
import { accountClosures } from '#server/account/accountClosures.ts'
import { addressChanges } from '#server/account/addressChanges.ts'
import { memberCorrections } from '#server/account/memberCorrections.ts'
import { staffPasskeys } from '#server/account/staffPasskeys.ts'
import { openApiDocument } from '#server/api/openApi.ts'
import { createApi } from '#server/api/api.ts'
import { createConcurrencyLimiter } from '#server/gate/limiter.ts'
import { databasePoolSize } from '#server/gate/limiters.ts'
import type { HandlerDependencies } from '#server/handlers/handlerDependencies.ts'
import { activateAccountWith, verifyCodeWith } from '#server/identity/proveAddress.ts'
import { type ResendVerification, resendVerificationWith } from '#server/identity/email/resendVerification.ts'
import { verificationMails } from '#server/identity/email/verificationMails.ts'
import { emailChanges } from '#server/identity/email/emailChanges.ts'
import { accountPasskeys, passkeyKeeper } from '#server/identity/passkeys/accountPasskeys.ts'
import { passwordChanges } from '#server/identity/passwords/passwordChanges.ts'
import type { VerifiedIdentity } from '#server/identity/idToken.ts'
import { createGateway, type PaymentSettings } from '#server/payment/gateway.ts'
import { mailboxMailer } from '#server/mail/mailer.ts'
import { mailWriter } from '#server/mail/mail.ts'
import { memberMails } from '#server/mail/memberMails.ts'
import { createRateLimiter, type RateLimits } from '#server/rateLimits/rateLimiter.ts'
import { periodicTasks } from '#server/maintenance/maintenance.ts'
import { readSealingKeys } from '#server/sealing/sealingKeys.ts'
import { staffReader } from '#server/staff/staffSession.ts'
import { type ConnectionPool, createStore, type Store } from '#server/store/store.ts'
import { ensureTicketKey } from '#server/tickets/ticketKeys.ts'
import { openDatabase, type OpenedDatabase } from '#server/database/openDatabase.ts'
import { prepareDatabase } from '#server/store/connection/prepareDatabase.ts'
import { queryOf } from '#src/api/client.ts'
import { giveToken } from '#tests/support/clubTokens.ts'
import { documentCheck } from '#tests/support/openApi.ts'
import { patient } from '#tests/support/patience.ts'
import { refuseTransactionsOnce } from '#tests/support/refusedTransactions.ts'
import { copyTemplate } from '#tests/support/templates.ts'

/** The slug in the addresses of the API. */
export const product = 'club-bravo'
/** The public origin of the API. */
export const testOrigin = 'https://club.test'
/** The gateway of the API. */
export const testPayment: PaymentSettings = {
  formAddress: 'https://gateway.test/b2cDemo/eng/payment/payForm.jsp',
  isSimulated: false,
  isLive: false,
  merchantId: '88888888',
  key: { algorithm: 'sha1', secret: 'local-test-secret' },
  payType: 'N',
  fee: 300,
  datafeedFrom: [],
  orderMinutes: 60,
}

/** A separate data folder for a test. */
export async function newDataFolder(): Promise<{ dataDir: string; remove: () => Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'club-bravo-server-'))
  return { dataDir, remove: () => rm(dataDir, { recursive: true, force: true }) }
}

/** The response of the API. */
export interface Answered {
  status: number
  headers: Headers
  /** The JSON of the body; empty for any other body. */
  body: Record<string, unknown>
  text: string
}

export interface CallOptions {
  token?: string
  key?: string
  headers?: Record<string, string>
}

/** The API in this process, over a separate PostgreSQL. */
export interface TestApi {
  /** The database as its owner, who may do more than the server. */
  db: ConnectionPool
  /** The database as the server's role. */
  serverDb: ConnectionPool
  /** That of the links in mails. */
  origin: string
  dataDir: string
  /** The PostgreSQL of the API: closing it early is an outage. */
  database: OpenedDatabase
  /** The logged errors: none, if the product works. */
  errors: string[]
  /** The lines that were printed for the operator. */
  warnings: string[]
  dependencies: HandlerDependencies
  /** Identities that `readIdToken` accepts, by token. */
  identities: Map<string, VerifiedIdentity>
  /** Requested verification mails. */
  mailed: string[]
  /** Sends a request unchanged. Rejects if the answer is not what the OpenAPI document says. */
  send: (path: string, init?: RequestInit) => Promise<Answered>
  /** Calls an endpoint through the contract. */
  call: (endpoint: Endpoint, request: unknown, options?: CallOptions) => Promise<Answered>
  /** Issues a club token for a member. */
  signIn: (memberId: string) => Promise<string>
  /** Sets the server's clock; null lets it run. */
  setTime: (moment: Date | null) => void
  /** Stops everything; rejects if an error was logged. */
  close: () => Promise<void>
}

export interface ApiOptions {
  rateLimits?: Partial<RateLimits>
  pointsExpiryMonths?: number | null
  /** How long public answers are kept, in seconds: by default no time, so that a test sees what it has changed. */
  cacheSeconds?: number
  /** Whether the database refuses every transaction once (the default), which nobody may notice. */
  refusesTransactions?: boolean
}

async function readAnswer(response: Response): Promise<Answered> {
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
  const body: Record<string, unknown> = isJson ? JSON.parse(text) : {}
  return { status: response.status, headers: response.headers, body, text }
}

/**
 * The usual pool, which waits for longer: many who want one row at once each wait for all before them, which a slow
 * machine does not serve in the time that members have. As in the product, who waits for a connection waits for a
 * permit.
 */
function openPool(url: string): Store {
  const waitMs = patient(20_000)
  const limiter = createConcurrencyLimiter({
    maxConcurrent: databasePoolSize,
    maxPerClient: { member: databasePoolSize, network: databasePoolSize },
    maxQueued: Infinity,
    queueTimeoutMs: waitMs,
  })
  return createStore({ url, log: () => undefined, connections: databasePoolSize, limiter, lockTimeoutMs: waitMs })
}

/** Starts the API with an empty club, on a database without advisory locks that refuses every transaction once. */
export async function testApi(options: ApiOptions = {}): Promise<TestApi> {
  const folder = await newDataFolder()
  copyTemplate('empty', folder.dataDir)
  const database = await openDatabase({ ...folder, databaseUrl: null, role: 'server', log: () => undefined })
  const { url } = await prepareDatabase(
    database,
    () => undefined,
    (db) => ensureTicketKey(db, () => readSealingKeys(folder.dataDir)),
  )
  const [owner, store] = [database.url, url].map(openPool)
  if (!owner || !store) throw new Error('No store')
  if (options.refusesTransactions ?? true) for (const { db } of [owner, store]) refuseTransactionsOnce(db)

  const identities = new Map<string, VerifiedIdentity>()
  const mailed: string[] = []
  const errors: string[] = []
  const warnings: string[] = []
  let time: Date | null = null
  const mailing = { db: store.db, mailer: mailboxMailer() }
  const resend = resendVerificationWith({ db: store.db, mails: verificationMails(mailing) })
  const rateLimiter = createRateLimiter(store.db, {
    signIn: 1_000_000,
    scans: 1_000_000,
    spending: 1_000_000,
    files: 1_000_000,
    ...options.rateLimits,
  })
  const resendVerification: ResendVerification = async (wanted) => {
    mailed.push(wanted.email)
    await resend(wanted)
  }
  const notify = memberMails({ smtpUrl: null })
  const sealingKeys = () => readSealingKeys(folder.dataDir)
  const dependencies: HandlerDependencies = {
    readIdToken: (idToken) => Promise.resolve(identities.get(idToken) ?? null),
    socialProviders: { google: null, facebook: null },
    resendVerification,
    countProof: (email) => rateLimiter.consume({ of: 'recipient', about: 'verification', email }),
    activateAccount: activateAccountWith(store.db),
    verifyCode: verifyCodeWith({ db: store.db, rateLimiter }),
    passwords: passwordChanges({ ...mailing, rateLimiter }),
    emails: emailChanges(mailing),
    passkeys: accountPasskeys({ ...mailing, origin: testOrigin, keeper: passkeyKeeper(mailing) }),
    closures: accountClosures(mailing),
    notify,
    rules: {
      pointsExpiryMonths: options.pointsExpiryMonths ?? null,
      claimWindowDays: 30,
      tokenDays: 30,
      redFee: testPayment.fee,
    },
    settings: {
      publicOrigin: testOrigin,
      sendsEmails: true,
      seedsDemo: false,
      payment: testPayment,
      periodicTasks,
      settleMinutes: 5,
    },
    sealingKeys,
    temporaryFolder: join(folder.dataDir, 'temporary'),
    origin: testOrigin,
    gateway: createGateway(testPayment, testOrigin),
    warn: (line) => warnings.push(line),
    ticketSigner: async () => (await ensureTicketKey(store.db, sealingKeys)).sign,
    addressChanges: addressChanges({ addMail: mailing.mailer.add }),
    corrections: memberCorrections({ mailer: mailing.mailer, notify, resendVerification }),
    staffPasskeys: staffPasskeys({ db: store.db, addMail: mailing.mailer.add, origin: testOrigin }),
    addMail: mailing.mailer.add,
    mailWriter: () => mailWriter(testOrigin),
  }
  const api = createApi({
    db: store.db,
    dependencies,
    readStaff: staffReader({ db: store.db, origin: testOrigin }),
    product,
    clock: () => time ?? new Date(),
    rateLimiter,
    cacheSeconds: options.cacheSeconds ?? 0,
    trustProxy: 0,
    log: { error: (sentence, cause) => errors.push(`${sentence} ${String(cause)}`) },
    validateAnswers: true,
  })
  const fits = documentCheck(openApiDocument({ origin: testOrigin, product }))
  const send = async (path: string, init?: RequestInit) => {
    const answer = await readAnswer(await api.request(path, init))
    fits(path, init?.method ?? 'GET', answer)
    return answer
  }
  return {
    db: owner.db,
    serverDb: store.db,
    origin: testOrigin,
    dataDir: folder.dataDir,
    database,
    errors,
    warnings,
    dependencies,
    identities,
    mailed,
    send,
    call: (endpoint, request, { token, key, headers } = {}) =>
      send(pathOf(endpoint, product) + (endpoint.method === 'GET' ? `?${queryOf(request).toString()}` : ''), {
        method: endpoint.method,
        headers: {
          ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          ...(endpoint.idempotency ? { 'Idempotency-Key': key ?? randomUUID() } : {}),
          ...(endpoint.method === 'POST' ? { 'Content-Type': 'application/json' } : {}),
          ...headers,
        },
        ...(endpoint.method === 'POST' ? { body: JSON.stringify(request) } : {}),
      }),
    signIn: (memberId) => giveToken(owner.db, memberId),
    setTime: (moment) => {
      time = moment
    },
    close: async () => {
      await store.close()
      await owner.close()
      await database.close()
      await folder.remove()
      if (errors.length > 0) throw new Error(errors.join('\n'))
    },
  }
}

/** Both calls of one scan, as the outbox makes them: the second only if the first returns "found". */
export async function scanAndConfirm(api: TestApi, token: string, code: string, key?: string): Promise<Answered> {
  const options = { token, key: key ?? randomUUID() }
  const scanned = await api.call(endpoints.scanTicket, { qrcode: code }, options)
  if (scanned.body['status'] !== 'found') return scanned
  return api.call(endpoints.verifyTicket, { ticket_info: scanned.body['ticket_info'] }, options)
}
