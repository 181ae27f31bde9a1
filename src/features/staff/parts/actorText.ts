import { msg } from '@lingui/core/macro'
import type { I18n, MessageDescriptor } from '@lingui/core'
import { type ActingTask, isActingTask } from '#contract/staff/acts.ts'

const taskMessages: Record<ActingTask, MessageDescriptor> = {
  'Demo season': msg`demo season`,
  'Settling performances and expiring points': msg`settling concerts, expiring points`,
  'Renewing memberships': msg`renewing memberships`,
  'Ending approvals of young members': msg`ending approvals for the Young Audience Scheme`,
  'Deleting the data of closed accounts': msg`deleting the data of closed accounts`,
  'Deleting accounts that nobody has proved': msg`deleting accounts that were never verified`,
}

/** Who has done something: the name of somebody on the staff as it is, a command or a periodic task in words. */
export function actorText(by: string, i18n: I18n): string {
  const [kind, name] = [by.slice(0, by.indexOf(':')), by.slice(by.indexOf(':') + 1)]
  if (kind === 'timer') {
    const task = isActingTask(name) ? i18n._(taskMessages[name]) : name
    return i18n._(msg`Automatic task: ${task}`)
  }
  return kind === 'cli' ? i18n._(msg`Command by ${name}`) : by
}
