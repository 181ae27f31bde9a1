import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { languageMessages } from '#src/i18n/profileMessages.ts'
import { preferredLanguages } from '#contract/language.ts'
import type { MemberProfile } from '#contract/member/member.ts'
import { updatePreferences } from '#contract/member/preferences.ts'
import { type CallFailure, callFailureOf } from '#src/api/callFailure.ts'
import { clubClient } from '#src/session/clubClient.ts'
import { storeProfile } from '#src/session/storedSession.ts'
import { memberQueries } from '#src/query/clubQueries.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { Card } from '#src/ui/layout/Card.tsx'
import { Checkbox } from '#src/ui/forms/Checkbox.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { FailureNotice } from '../FailureNotice.tsx'
import styles from '../Form.module.css'

/** The language in which the club writes, and whether it writes of news and offers. */
export function PreferencesCard({ profile }: { profile: MemberProfile }) {
  const { i18n } = useLingui()
  const client = useQueryClient()
  // Only what the member has changed here: the profile may be an older copy, until the server has answered.
  const [chosenLanguage, setLanguage] = useState<MemberProfile['preferred_lang'] | null>(null)
  const [chosenPromotion, setPromotion] = useState<boolean | null>(null)
  const language = chosenLanguage ?? profile.preferred_lang
  const promotion = chosenPromotion ?? profile.receive_email_promotion
  const [busy, setBusy] = useState(false)
  const [outcome, setOutcome] = useState<'saved' | CallFailure | null>(null)

  const save = async () => {
    setBusy(true)
    const preferences = { preferred_lang: language, receive_email_promotion: promotion }
    const answer = await clubClient.call(updatePreferences, preferences)
    setBusy(false)
    setOutcome(answer.ok ? 'saved' : callFailureOf(answer.error))
    if (!answer.ok) return
    storeProfile({ ...profile, ...preferences })
    void client.invalidateQueries({ queryKey: memberQueries.me().queryKey })
  }
  return (
    <Card title={<Trans>Preferences</Trans>}>
      <div className={styles['form']}>
        <SelectField
          label={<Trans>Preferred language</Trans>}
          options={preferredLanguages.map((value) => ({ value, label: i18n._(languageMessages[value]) }))}
          value={language}
          onChange={({ target }) => setLanguage(preferredLanguages.find((one) => one === target.value) ?? null)}
        />
        <Checkbox
          label={<Trans>Send me news and offers by email</Trans>}
          checked={promotion}
          onChange={({ target }) => setPromotion(target.checked)}
        />
        {outcome === 'saved' && (
          <Notice tone="success">
            <Trans>Your preferences are saved.</Trans>
          </Notice>
        )}
        {outcome !== null && outcome !== 'saved' && <FailureNotice failure={outcome} />}
        <div>
          <Button busy={busy} onClick={() => void save()}>
            <Trans>Save preferences</Trans>
          </Button>
        </div>
      </div>
    </Card>
  )
}
