import { useOnline } from '#src/platform/online.ts'
import { Button, type ButtonProps } from './Button.tsx'

/**
 * A button for what needs the network: offline it takes no press, and keeps the focus. The page says why
 * (`OfflineNotice`).
 */
export function OnlineButton(props: ButtonProps) {
  const isOnline = useOnline()
  return <Button {...props} aria-disabled={isOnline ? props['aria-disabled'] : true} />
}
