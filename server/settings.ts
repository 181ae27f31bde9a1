import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { countHosts } from '#server/database/databaseUrl.ts'
import {
  address,
  clientId,
  flag,
  httpsOrigin,
  isNetwork,
  issuer,
  oneOf,
  origin,
  setting,
  whole,
} from './settingSchemas.ts'

/** Every environment variable that the product reads. A blank one counts as unset. */
export const settings = {
  HOST: setting({
    about:
      'The name or address to listen on. `localhost` can be reached from this machine only, `0.0.0.0` from the whole network.',
    expects: 'a host name or an address to listen on, such as localhost or 0.0.0.0',
    byDefault: 'localhost',
    schema: v.pipe(
      v.string(),
      // What ends in a number and is no address is no name, either.
      v.check(
        (text) => isIP(text) !== 0 || (/^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text) && URL.canParse(`http://${text}`)),
      ),
    ),
  }),
  PORT: setting({
    about: 'The port to listen on.',
    expects: 'a whole number from 1 to 65535',
    byDefault: '8080',
    schema: whole(1, 65535),
  }),
  HTTPS: setting({
    about:
      '`1` serves TLS with a generated certificate, so that a phone on the same network can sign in and use its camera. To work offline, the phone has to trust the authority that the start message names.',
    expects: '1 or 0',
    byDefault: '0',
    schema: flag,
  }),
  ORIGIN: setting({
    about:
      'The public URL, such as that of a proxy. By default, HTTPS, HOST and PORT make it; for `0.0.0.0`, with this machine’s address in its network.',
    expects: 'an http or https address without a path, such as https://club.example',
    byDefault: null,
    schema: origin,
  }),
  TRUST_PROXY: setting({
    about:
      'The number of proxies in front of the server, which takes the client’s address from their `X-Forwarded-For`.',
    expects: 'a whole number from 0 to 10',
    byDefault: '0',
    schema: whole(0, 10),
  }),
  CONNECTIONS: setting({
    about: 'The most connections that may be open. Further ones are closed straight away.',
    expects: 'a whole number from 10 to 1000000',
    byDefault: '20000',
    schema: whole(10, 1_000_000),
  }),
  NETWORK_CONNECTIONS: setting({
    about:
      'The most connections of one network (/24, or /48 for IPv6), without a proxy in front. A hall of 2,000 phones can share an address, and each opens up to six.',
    expects: 'a whole number from 1 to 1000000',
    byDefault: '12000',
    schema: whole(1, 1_000_000),
  }),
  KEEP_ALIVE_SECONDS: setting({
    about: 'Seconds for which an idle connection is kept. A proxy in front has to close its idle connections sooner.',
    expects: 'a whole number from 1 to 3600',
    byDefault: '75',
    schema: whole(1, 3600),
  }),
  STALL_SECONDS: setting({
    about: 'Seconds for which a client may stop reading an answer before its connection is closed.',
    expects: 'a whole number from 1 to 3600',
    byDefault: '60',
    schema: whole(1, 3600),
  }),
  SECURITY_CONTACT: setting({
    about:
      'The `mailto:` or `https:` URL for reports of vulnerabilities, which `/.well-known/security.txt` names. Without it, there is no such file.',
    expects: 'an address like mailto:security@club.example or https://club.example/security',
    byDefault: null,
    schema: address(oneOf('mailto:', 'https:')),
  }),
  DATA_DIR: setting({
    about:
      'The folder of the built-in database, `sealing.key`, the certificate, resized pictures, files that are being received, and demo tickets. Keep a [copy of `sealing.key`](operating.md#backup-and-restore).',
    expects: 'the path of a folder',
    byDefault: './data',
    schema: v.pipe(
      v.string(),
      v.check((path) => !path.includes('\0')),
      v.transform((path) => resolve(path)),
    ),
  }),
  DATABASE_URL: setting({
    about:
      'A PostgreSQL database to use instead of the built-in one. The URL names one host: for several, that of a proxy in front of them.',
    expects: 'an address like postgres://user:password@host:5432/database',
    byDefault: null,
    schema: v.pipe(
      v.string(),
      v.check((text) => countHosts(text) > 0),
    ),
    secret: true,
  }),
  SEED: setting({
    about:
      'What an empty database is filled with: the `demo` season, or `none`. The default is `demo` where ORIGIN is a loopback address, else `none`.',
    expects: 'demo or none',
    byDefault: null,
    schema: v.picklist(['demo', 'none']),
  }),
  PRODUCT: setting({
    about: 'The product’s slug in the paths of the API.',
    expects: 'lower-case letters, digits and hyphens, such as club-bravo',
    byDefault: 'club-bravo',
    schema: v.pipe(
      v.string(),
      v.regex(/^[a-z\d]+(-[a-z\d]+)*$/),
      v.maxLength(64),
      v.notValue('auth'),
      v.notValue('public'),
    ),
  }),
  SMTP_URL: setting({
    about: 'The mail server, such as `smtp://user:password@host:587`.',
    expects: 'an address like smtp://user:password@host:587 or smtps://…',
    byDefault: null,
    schema: address((url) => oneOf('smtp:', 'smtps:')(url) && url.host !== ''),
    secret: true,
  }),
  MAILBOX: setting({
    about:
      '`1` shows emails at `/mailbox` if there is no SMTP_URL. This is the default where ORIGIN is a loopback address.',
    expects: '1 or 0',
    byDefault: null,
    schema: flag,
  }),
  MAIL_FROM: setting({
    about: 'The sender of emails. The default is `Club Bravo <no-reply@…>` at the host of ORIGIN.',
    expects: 'a mail address such as Club Bravo <hello@club.example>',
    byDefault: null,
    schema: v.pipe(v.string(), v.regex(/^([^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)),
  }),
  OIDC_ISSUER: setting({
    about: 'An OpenID Connect provider to use instead of the built-in one. Needs OIDC_CLIENT_ID.',
    expects: 'the https address of an OpenID Connect issuer',
    byDefault: null,
    schema: issuer,
  }),
  OIDC_CLIENT_ID: setting({
    about: 'The id of this app as a public client of that provider.',
    expects: 'a client id without spaces',
    byDefault: null,
    schema: clientId,
  }),
  GOOGLE_CLIENT_ID: setting({
    about:
      'The id of this app at Google. With it, other clients of the API can sign people in with Google’s tokens. The app has no button for this.',
    expects: 'a client id without spaces',
    byDefault: null,
    schema: clientId,
  }),
  GOOGLE_ISSUER: setting({
    about: 'The issuer of Google’s tokens.',
    expects: 'the https address of an OpenID Connect issuer',
    byDefault: 'https://accounts.google.com',
    schema: issuer,
  }),
  FACEBOOK_CLIENT_ID: setting({
    about: 'The id of this app at Facebook, to do the same with Facebook’s tokens.',
    expects: 'a client id without spaces',
    byDefault: null,
    schema: clientId,
  }),
  FACEBOOK_ISSUER: setting({
    about: 'The issuer of Facebook’s tokens.',
    expects: 'the https address of an OpenID Connect issuer',
    byDefault: 'https://www.facebook.com',
    schema: issuer,
  }),
  PAYMENT_GATEWAY: setting({
    about:
      'Where members pay: the https URL of AsiaPay/PayDollar, `simulator`, or `none`. The default is `simulator` where ORIGIN is a loopback address, else `none`.',
    expects: 'simulator, none or an https address without a path, such as https://www.paydollar.com',
    byDefault: null,
    schema: v.union([v.picklist(['simulator', 'none']), httpsOrigin]),
  }),
  PAYMENT_LIVE: setting({
    about: '`1` takes real money, through the gateway’s live form. Needs a URL as PAYMENT_GATEWAY.',
    expects: '1 or 0',
    byDefault: '0',
    schema: flag,
  }),
  PAYMENT_MERCHANT_ID: setting({
    about: 'The club’s merchant ID at the gateway. Needed with a gateway.',
    expects: 'the digits of a merchant id',
    byDefault: null,
    schema: v.pipe(v.string(), v.regex(/^\d{1,20}$/)),
  }),
  PAYMENT_SECRET: setting({
    about: 'The secret that signs orders and the gateway’s reports, of at least 20 characters. Needed with a gateway.',
    expects: 'a secret of at least 20 characters',
    byDefault: null,
    schema: v.pipe(v.string(), v.minLength(20)),
    secret: true,
  }),
  PAYMENT_HASH: setting({
    about:
      'The hash of the signatures on orders and on the gateway’s reports, as agreed with the gateway: `sha1`, `sha256` or `sha512`.',
    expects: 'sha1, sha256 or sha512',
    byDefault: 'sha1',
    schema: v.picklist(['sha1', 'sha256', 'sha512']),
  }),
  PAYMENT_TYPE: setting({
    about: '`N` charges the card, `H` only holds the amount.',
    expects: 'N or H',
    byDefault: 'N',
    schema: v.picklist(['N', 'H']),
  }),
  PAYMENT_FROM: setting({
    about:
      'The addresses and networks from which the gateway reports payments, separated by commas. Without it, any address.',
    expects: 'addresses or networks such as 203.0.113.5,203.0.113.64/26',
    byDefault: null,
    schema: v.pipe(
      v.string(),
      v.transform((text) => text.split(',').map((one) => one.trim())),
      v.check((list) => list.every(isNetwork)),
    ),
  }),
  RED_FEE: setting({
    about:
      'The price of a Red membership, and of an application to the Young Audience Scheme, in Hong Kong dollars. In the contents, `{fee}`.',
    expects: 'a whole number from 1 to 100000',
    byDefault: '300',
    schema: whole(1, 100_000),
  }),
  ORDER_MINUTES: setting({
    about: 'Minutes for which an order waits for its payment. A later payment counts, too.',
    expects: 'a whole number from 5 to 10080',
    byDefault: '60',
    schema: whole(5, 10_080),
  }),
  CLAIM_WINDOW_DAYS: setting({
    about: 'Days after a performance in which its tickets can be claimed. In the contents, `{claimDays}`.',
    expects: 'a whole number from 1 to 3650',
    byDefault: '30',
    schema: whole(1, 3650),
  }),
  POINTS_EXPIRY_MONTHS: setting({
    about:
      'Months after which points expire, or `none`. In the contents, `{expiryMonths}`. Blocks of the contents with `shown_if: points_expire` are shown only if points expire, those with `points_stay` only if they don’t.',
    expects: 'none or a whole number from 1 to 1200',
    byDefault: 'none',
    schema: v.union([
      v.pipe(
        v.literal('none'),
        v.transform(() => null),
      ),
      whole(1, 1200),
    ]),
  }),
  TOKEN_DAYS: setting({
    about: 'Days for which a sign-in lasts while the app is not opened.',
    expects: 'a whole number from 1 to 365',
    byDefault: '30',
    schema: whole(1, 365),
  }),
  SETTLE_MINUTES: setting({
    about:
      'Minutes between two runs of the periodic tasks, which settle performances, renew memberships, send reminders and delete what has expired.',
    expects: 'a whole number from 1 to 1440',
    byDefault: '5',
    schema: whole(1, 1440),
  }),
  SIGN_IN_LIMIT: setting({
    about:
      'Sign-in attempts per minute for one account from one network address. For all accounts together, the address may make twenty times as many.',
    expects: 'a whole number from 1 to 100000',
    byDefault: '10',
    schema: whole(1, 100_000),
  }),
  SCAN_LIMIT: setting({
    about:
      'Ticket look-ups per minute and member, and as many claims. Look-ups, claims and the calls of SPENDING_LIMIT together are limited to sixty times this number a day.',
    expects: 'a whole number from 1 to 100000',
    byDefault: '60',
    schema: whole(1, 100_000),
  }),
  CACHE_SECONDS: setting({
    about:
      'Seconds for which a server reuses public answers without asking whether they have changed. A cache in front may do so for as long again. `0` asks each time.',
    expects: 'a whole number from 0 to 3600',
    byDefault: '1',
    schema: whole(0, 3600),
  }),
  SPENDING_LIMIT: setting({
    about:
      'Redemptions, conversions to miles, and registrations for events and their cancellations, per minute and member. Refused ones count, too.',
    expects: 'a whole number from 1 to 100000',
    byDefault: '30',
    schema: whole(1, 100_000),
  }),
  LOG_LEVEL: setting({
    about: 'How much is logged: `info` (also every request), `warn`, `error` or `silent`.',
    expects: 'info, warn, error or silent',
    byDefault: 'info',
    schema: v.picklist(['info', 'warn', 'error', 'silent']),
  }),
  LOG_FORMAT: setting({
    about: 'The form of the log: `text`, or `json` with one object for each line.',
    expects: 'text or json',
    byDefault: 'text',
    schema: v.picklist(['text', 'json']),
  }),
  METRICS_PORT: setting({
    about: 'The port of `/metrics`, for Prometheus. Without it, there is no `/metrics`.',
    expects: 'a whole number from 1 to 65535',
    byDefault: null,
    schema: whole(1, 65535),
  }),
  METRICS_HOST: setting({
    about:
      'The address where `/metrics` listens. It needs no sign-in: keep it on this machine or in an internal network.',
    expects: 'an address to listen on, such as 127.0.0.1',
    byDefault: '127.0.0.1',
    schema: v.pipe(v.string(), v.ip()),
  }),
}
