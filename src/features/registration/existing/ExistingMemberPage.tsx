import { type ReactNode, useState } from 'react'
import { flows } from '../flows.ts'
import { forgetOffer, storeOffer, storedOldMembership, type OfferOf } from '../offers/offer.ts'
import { RegistrationFormPage } from '../RegistrationFormPage.tsx'
import { FoundMemberPage } from './FoundMemberPage.tsx'
import { OldMembership } from './OldMembership.tsx'
import { OldMemberPage } from './OldMemberPage.tsx'

interface ExistingMemberPageProps {
  /** The signed-in member's id; undefined for a guest. */
  memberId: string | undefined
  /** The address or mobile number that was typed before. */
  emailOrMobile: string
  /** The step in the address, not checked. */
  wantedStep: string | undefined
  /** The sign-out button, which belongs to another feature; null for a guest. */
  signOut: ReactNode
}

/**
 * How an earlier member comes back: first who they were, then signing in, then the form. This tab keeps the old membership until it is
 * linked; another one asks for it again, and goes on with the form.
 */
export function ExistingMemberPage({ memberId, emailOrMobile, wantedStep, signOut }: ExistingMemberPageProps) {
  const [offer, setOffer] = useState(storedOldMembership)
  // Each is a page of its own, at the same address: it begins at the top.
  const show = (next: OfferOf<'existing'> | null) => {
    setOffer(next)
    window.scrollTo({ top: 0, behavior: 'instant' })
  }
  const take = (found: OfferOf<'existing'>) => {
    storeOffer(found)
    show(found)
  }
  const startAgain = () => {
    forgetOffer('existing')
    show(null)
  }
  if (offer === null) return <OldMemberPage memberId={memberId} emailOrMobile={emailOrMobile} onFound={take} />
  if (memberId === undefined) return <FoundMemberPage offer={offer} onStartAgain={startAgain} />
  return (
    <RegistrationFormPage
      flow={flows.existing}
      wantedStep={wantedStep}
      offered={<OldMembership offer={offer} onStartAgain={startAgain} />}
      signOut={signOut}
    />
  )
}
