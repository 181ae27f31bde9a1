import { Trans } from '@lingui/react/macro'
import { type ComponentProps, useEffect, useState } from 'react'
import { Button } from './Button.tsx'

interface WaitingButtonProps extends ComponentProps<typeof Button> {
  /** When it can be pressed, in milliseconds since 1970. */
  waitsUntil: number
}

/** A button that shows the seconds for which it cannot be pressed yet. It keeps the focus. */
export function WaitingButton({ waitsUntil, children, ...rest }: WaitingButtonProps) {
  const left = useSecondsUntil(waitsUntil)
  return (
    <Button {...rest} aria-disabled={left > 0 || undefined}>
      {left > 0 ? (
        <Trans>
          {children} ({left} s)
        </Trans>
      ) : (
        children
      )}
    </Button>
  )
}

function useSecondsUntil(moment: number): number {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    const tick = () => {
      const seconds = Math.max(0, Math.ceil((moment - Date.now()) / 1000))
      setLeft(seconds)
      if (seconds === 0) clearInterval(timer)
    }
    const timer = setInterval(tick, 250)
    tick()
    return () => clearInterval(timer)
  }, [moment])
  return left
}
