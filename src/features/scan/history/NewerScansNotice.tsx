import { Plural, Trans } from '@lingui/react/macro'
import { Button } from '#src/ui/Button.tsx'
import { Notice } from '#src/ui/Notice.tsx'

/** Scans that a newer version of the app has stored; this one leaves them alone. */
export function NewerScansNotice({ count }: { count: number }) {
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
      <Button onClick={() => location.reload()}>
        <Trans>Reload</Trans>
      </Button>
    </Notice>
  )
}
