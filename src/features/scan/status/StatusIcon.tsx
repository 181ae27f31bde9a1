import { Icon } from '#src/ui/content/Icon.tsx'
import { Spinner } from '#src/ui/states/Spinner.tsx'
import type { StatusIcon as StatusIconName } from './statusMessages.ts'

/** An icon, or a spinner while something is in progress. */
export function StatusIcon({ icon }: { icon: StatusIconName }) {
  return icon === 'spinner' ? <Spinner /> : <Icon name={icon} />
}
