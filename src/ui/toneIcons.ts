import type { IconName } from './Icon.tsx'

/** The mark that goes with a tone, so that colour never tells it alone. */
export const toneIcons = {
  info: 'info',
  success: 'check',
  warning: 'alert',
  danger: 'alert',
} as const satisfies Record<string, IconName>
