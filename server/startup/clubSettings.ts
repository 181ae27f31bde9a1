import type { Config } from '#server/config.ts'
import type { ClubSettings } from '#server/services/readiness.ts'
import { isLoopback } from '#server/settingSchemas.ts'

/** What the configuration says of whether the club is open. */
export function clubSettings({ origin, smtpUrl, seed, payment }: Config): ClubSettings {
  return {
    publicOrigin: isLoopback(new URL(origin).hostname) ? null : origin,
    sendsEmails: smtpUrl !== null,
    seedsDemo: seed === 'demo',
    payment,
  }
}
