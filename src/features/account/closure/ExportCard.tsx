import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { exportAccount } from '#contract/member/closure.ts'
import { type CallFailure, callFailureOf } from '#src/api/callFailure.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { saveFile } from '#src/platform/saveFile.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { LinkButton } from '#src/ui/actions/LinkButton.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { FailureNotice } from '../FailureNotice.tsx'

/** Saves everything that the club holds about the member as a file, and leads to what it did with that. */
export function ExportCard() {
  const params = { lang: useLanguage() }
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<CallFailure | null>(null)
  const save = async () => {
    setBusy(true)
    const answer = await clubClient.call(exportAccount, {})
    setBusy(false)
    setFailure(answer.ok ? null : callFailureOf(answer.error))
    if (!answer.ok) return
    const file = new Blob([JSON.stringify(answer.data, null, 2)], { type: 'application/json' })
    saveFile('club-bravo-data.json', file)
  }
  return (
    <Card title={<Trans>Your data</Trans>}>
      <p>
        <Trans>Download the data we have about you as a file (JSON). Your student card isn’t included.</Trans>
      </p>
      {failure && <FailureNotice failure={failure} />}
      <ButtonRow>
        <Button busy={busy} onClick={() => void save()}>
          <Trans>Download my data</Trans>
        </Button>
        <LinkButton to="/$lang/your-data" params={params}>
          <Trans>What we did with your data</Trans>
        </LinkButton>
      </ButtonRow>
    </Card>
  )
}
