import { useRememberedMember } from '#src/session/member.ts'
import type { JoiningFlow } from '../flows.ts'
import { JoiningForm } from '../JoiningForm.tsx'
import type { TokenKind, TokenOffer } from './offer.ts'
import { OfferPage } from './OfferPage.tsx'

interface OfferFormProps {
  flow: JoiningFlow & { form: TokenKind }
  /** What this tab keeps of the link. */
  offer: TokenOffer | null
  /** The step in the address, not checked. */
  step: string | undefined
}

/** The page of a link with a token: the offer, and for a member the form that redeems it. */
export function OfferForm({ flow, offer, step }: OfferFormProps) {
  const member = useRememberedMember()
  return (
    <OfferPage key={offer?.token} kind={flow.form} offer={offer} member={member}>
      <JoiningForm flow={flow} step={step} />
    </OfferPage>
  )
}
