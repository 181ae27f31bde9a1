import { msg } from '@lingui/core/macro'
import type { I18n } from '@lingui/core'

/** Who has done something: the name of somebody on the staff as it is, a command or a periodic task in words. */
export function actorText(by: string, i18n: I18n): string {
  const [kind, name] = [by.slice(0, by.indexOf(':')), by.slice(by.indexOf(':') + 1)]
  if (kind === 'timer') return i18n._(msg`Automatic task: ${name}`)
  return kind === 'cli' ? i18n._(msg`Command by ${name}`) : by
}
