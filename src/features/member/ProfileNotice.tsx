import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MemberProfile } from '#contract/member.ts'
import { useLanguage } from '#src/i18n/activate.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Notice } from '#src/ui/Notice.tsx'

type ProfileType = MemberProfile['is_submitted_profile']

/** What is missing of a membership by the way of joining that the member has chosen; null if nothing is. */
const missing: Record<ProfileType, { title: MessageDescriptor; text: MessageDescriptor } | null> = {
  submitted: null,
  // These have a page of their own, to which the account leads.
  default: null,
  free: null,
  red: null,
  ya: null,
  existing: {
    title: msg`Your earlier membership isn’t linked yet`,
    text: msg`We need your member number, your last name, and the email address or mobile number that you joined with. You’ll keep your number and your tier.`,
  },
  sc: {
    title: msg`Your card partner’s upgrade isn’t complete yet`,
    text: msg`It still needs your name and your address. Please keep your upgrade link.`,
  },
  'free-tier-upgrade': {
    title: msg`Your free upgrade isn’t complete yet`,
    text: msg`It still needs your name and your month of birth. Please keep your upgrade link.`,
  },
}

/** Explains what a membership that is not complete still needs. */
export function ProfileNotice({ type }: { type: ProfileType }) {
  const { i18n } = useLingui()
  const lang = useLanguage()
  const messages = missing[type]
  if (messages === null) return null
  return (
    <Notice tone="info" title={i18n._(messages.title)}>
      <p>{i18n._(messages.text)}</p>
      <p>
        <Trans>The form isn’t in the app yet. Contact us and we’ll complete it together.</Trans>
      </p>
      <LinkButton to="/$lang/contact-us" params={{ lang }}>
        <Trans>Contact us</Trans>
      </LinkButton>
    </Notice>
  )
}
