import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { AnswerOf, RequestOf } from '#contract/endpoint.ts'
import { type Language, languages, languageTable } from '#contract/language.ts'
import { paidTier } from '#contract/member/tiers.ts'
import {
  giftTiers,
  issueUpgrades,
  linkKinds,
  mostDays,
  mostLinks,
  mostPeople,
  tokenKinds,
  usualDays,
} from '#contract/staff/links.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { formatPoints } from '#src/i18n/numbers.ts'
import { tierMessages } from '#src/i18n/tierMessages.ts'
import { Button } from '#src/ui/actions/Button.tsx'
import { ButtonRow } from '#src/ui/actions/ButtonRow.tsx'
import { SelectField } from '#src/ui/forms/SelectField.tsx'
import { TextArea } from '#src/ui/forms/TextArea.tsx'
import { TextField } from '#src/ui/forms/TextField.tsx'
import { Notice } from '#src/ui/states/Notice.tsx'
import { linkKindMessages } from '../messages.ts'
import { ActFailure } from '../parts/Answered.tsx'
import { useAct } from '../staffClient.ts'
import { IssuedLinks, IssuePreview } from './IssuedLinks.tsx'
import styles from './Links.module.css'
import { emailsIn, numbersIn } from './pasted.ts'

type Request = RequestOf<typeof issueUpgrades>
type Issued = AnswerOf<typeof issueUpgrades>

interface Draft {
  kind: (typeof tokenKinds)[number]
  tier: (typeof giftTiers)[number]
  for: 'anyone' | 'emails'
  count: string
  pasted: string
  days: string
  lang: Language
}

type Fault = 'count' | 'pasted' | 'days'

const isWhole = (text: string, most: number) => /^[1-9]\d{0,4}$/.test(text.trim()) && Number(text) <= most

/** What a draft asks for. */
function requestOf(draft: Draft, isDryRun: boolean): Request {
  const { tier, lang } = draft
  const shared = { tier, lang, days: Number(draft.days), isDryRun }
  const kind = linkKinds.find((one) => one === draft.kind)
  if (kind === undefined) return { for: 'old_members', numbers: numbersIn(draft.pasted).found, ...shared }
  if (draft.for === 'anyone') return { for: 'anyone', kind, count: Number(draft.count), ...shared }
  return { for: 'emails', kind, emails: emailsIn(draft.pasted).found, ...shared }
}

/** Issues links or codes: first what would happen is shown, then they are, once. */
export function IssueLinks() {
  const [issued, setIssued] = useState<Issued | null>(null)
  if (issued) return <IssuedLinks issued={issued} onMore={() => setIssued(null)} />
  return <IssueForm onIssued={setIssued} />
}

function useFaults(): (draft: Draft) => Partial<Record<Fault, string>> {
  const { t } = useLingui()
  const lang = useLanguage()
  return (draft) => {
    const isOld = draft.kind === 'existing'
    const { found, wrong } = (isOld ? numbersIn : emailsIn)(draft.pasted)
    const wrongWords = wrong.slice(0, 5).join(languageTable[lang].comma)
    const faultOfList =
      wrong.length > 0
        ? isOld
          ? t`These aren’t member numbers: ${wrongWords}. Correct or delete them.`
          : t`These aren’t email addresses: ${wrongWords}. Correct or delete them.`
        : found.length > mostPeople
          ? t`Paste up to ${mostPeople} at a time.`
          : found.length > 0
            ? null
            : isOld
              ? t`Enter at least one member number.`
              : t`Enter at least one email address.`
    const isList = isOld || draft.for === 'emails'
    return {
      ...(isList && faultOfList !== null && { pasted: faultOfList }),
      ...(!isList &&
        !isWhole(draft.count, mostLinks) && { count: t`Enter a whole number from 1 to ${formatPoints(mostLinks)}.` }),
      ...(!isWhole(draft.days, mostDays) && { days: t`Enter a whole number from 1 to ${formatPoints(mostDays)}.` }),
    }
  }
}

function IssueForm({ onIssued }: { onIssued: (issued: Issued) => void }) {
  const { t, i18n } = useLingui()
  const pageLanguage = useLanguage()
  const [draft, setDraft] = useState<Draft>({
    kind: 'sc',
    tier: paidTier,
    for: 'emails',
    count: '1',
    pasted: '',
    days: String(usualDays),
    lang: pageLanguage,
  })
  const [faults, setFaults] = useState<Partial<Record<Fault, string>>>({})
  const faultsOf = useFaults()
  const preview = useAct(issueUpgrades)
  const act = useAct(issueUpgrades)
  const change = (changed: Partial<Draft>) => {
    setDraft({ ...draft, ...changed })
    setFaults({})
    preview.reset()
    act.reset()
  }
  const look = () => {
    const found = faultsOf(draft)
    setFaults(found)
    act.reset()
    if (Object.keys(found).length === 0) preview.mutate(requestOf(draft, true))
  }
  const isOld = draft.kind === 'existing'
  const isList = isOld || draft.for === 'emails'
  const { found } = (isOld ? numbersIn : emailsIn)(draft.pasted)
  const due = preview.data?.issued.reduce((sum, one) => sum + (one.kind === 'issued' ? one.count : 0), 0) ?? 0
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <SelectField
        label={t`What`}
        value={draft.kind}
        options={tokenKinds.map((value) => ({ value, label: i18n._(linkKindMessages[value]) }))}
        onChange={({ target }) => change({ kind: tokenKinds.find((one) => one === target.value) ?? 'sc' })}
      />
      <SelectField
        label={t`Tier`}
        value={draft.tier}
        options={giftTiers.map((value) => ({ value, label: i18n._(tierMessages[value]) }))}
        onChange={({ target }) => change({ tier: giftTiers.find((one) => one === target.value) ?? paidTier })}
      />
      {!isOld && (
        <SelectField
          label={t`Who it’s for`}
          value={draft.for}
          options={[
            { value: 'emails', label: t`These email addresses` },
            { value: 'anyone', label: t`Anyone who has the link` },
          ]}
          onChange={({ target }) => change({ for: target.value === 'anyone' ? 'anyone' : 'emails' })}
        />
      )}
      <TextField
        label={t`Valid for (days)`}
        inputMode="numeric"
        autoComplete="off"
        value={draft.days}
        error={faults.days}
        onChange={({ target }) => change({ days: target.value })}
      />
      <SelectField
        label={t`Language of the page`}
        value={draft.lang}
        options={languages.map((value) => ({ value, label: languageTable[value].name }))}
        onChange={({ target }) => change({ lang: languages.find((one) => one === target.value) ?? pageLanguage })}
      />
      {isList ? (
        <TextArea
          className={styles['whole']}
          label={isOld ? t`Member numbers` : t`Email addresses`}
          hint={
            found.length === 0 ? (
              isOld ? (
                <Trans>One or many: paste a column, or write one on each line.</Trans>
              ) : (
                <Trans>One or many: paste a column, or a list from your email app.</Trans>
              )
            ) : (
              <Plural value={found.length} one="# person found." other="# people found." />
            )
          }
          spellCheck={false}
          value={draft.pasted}
          error={faults.pasted}
          onChange={({ target }) => change({ pasted: target.value })}
        />
      ) : (
        <TextField
          label={t`How many`}
          inputMode="numeric"
          autoComplete="off"
          value={draft.count}
          error={faults.count}
          onChange={({ target }) => change({ count: target.value })}
        />
      )}
      <div className={styles['outcome']}>
        <Button type="submit" busy={preview.isPending}>
          <Trans>Preview</Trans>
        </Button>
        <ActFailure error={act.error ?? preview.error} />
        {preview.data && <IssuePreview issued={preview.data} />}
        {preview.data && due === 0 && (
          <Notice tone="warning">
            <Trans>Nothing would be issued.</Trans>
          </Notice>
        )}
        {due > 0 && (
          <ButtonRow>
            <Button
              variant="primary"
              busy={act.isPending}
              onClick={() => act.mutate(requestOf(draft, false), { onSuccess: onIssued })}
            >
              {isOld ? (
                <Plural value={due} one="Issue # code" other="Issue # codes" />
              ) : (
                <Plural value={due} one="Issue # link" other="Issue # links" />
              )}
            </Button>
          </ButtonRow>
        )}
      </div>
    </form>
  )
}
