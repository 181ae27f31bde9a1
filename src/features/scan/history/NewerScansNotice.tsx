import { Plural, Trans } from '@lingui/react/macro'
import { useUpdate } from '#src/serviceWorker/registration.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'

/** Scans that a newer version of the app has stored; this one leaves them alone, and the button switches to the newest version. */
export function NewerScansNotice({ count }: { count: number }) {
  const { apply } = useUpdate()
  return (
    <Notice
      tone="info"
      title={
        <Plural
          value={count}
          one="# scan was saved by a newer version of this app"
          other="# scans were saved by a newer version of this app"
        />
      }
    >
      <p>
        <Trans>Reload this page to see and send all your scans.</Trans>
      </p>
      <Button onClick={() => void apply()}>
        <Trans>Reload</Trans>
      </Button>
    </Notice>
  )
}
