import type { Config } from '#server/config.ts'
import { periodicTasks } from '#server/maintenance/maintenance.ts'
import type { ClubSettings } from '#server/services/readiness.ts'
import { isLoopback } from '#server/settingSchemas.ts'

/** What the configuration says of whether the club is open. */
export function clubSettings({ origin, smtpUrl, seed, payment, settleMinutes }: Config): ClubSettings {
  return {
    publicOrigin: isLoopback(new URL(origin).hostname) ? null : origin,
    sendsEmails: smtpUrl !== null,
    seedsDemo: seed === 'demo',
    payment,
    periodicTasks,
    settleMinutes,
  }
}
